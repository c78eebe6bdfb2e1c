/** A Python file that is dropped anywhere on the page becomes a file of the served folder, and is opened. */

import { useEffect, useState } from "react";
import { create, NAME_TAKEN } from "../store/creating";
import type { Page } from "../store/page";
import { sentenceOf } from "../store/state";
import { usePage } from "../store/useStore";
import { openOverlay, showStart } from "./windowState";

/** "over" while a file is held over the page. */
export type Drop = "none" | "over";

const LARGEST_BYTES = 10_000_000;

/** Listens as long as its component is drawn. */
export function useDrop(): Drop {
  const page = usePage();
  const [drop, setDrop] = useState<Drop>("none");
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (holdsFiles(event)) {
        event.preventDefault();
        setDrop("over");
      }
    };
    const leave = (event: DragEvent) => {
      // Between two elements of the page it has not left it.
      if (event.relatedTarget === null) {
        setDrop("none");
      }
    };
    const dropped = (event: DragEvent) => {
      setDrop("none");
      const file = holdsFiles(event) ? event.dataTransfer?.files[0] : undefined;
      if (file !== undefined) {
        event.preventDefault();
        take(page, file).catch((reason: unknown) => page.refuse(sentenceOf(reason)));
      }
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", dropped);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", dropped);
    };
  }, [page]);
  return drop;
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

/** Make the file, or say why not; a name that another text has taken is asked for anew. */
async function take(page: Page, file: File): Promise<void> {
  const text = await textOf(file);
  if (text === null) {
    page.refuse(`${file.name} is no Python file of UTF-8 text and at most 10 MB, so it was not opened.`);
    return;
  }
  const problem = await create(page, { path: file.name, text });
  if (problem === null) {
    showStart("hidden");
  } else if (problem.code === NAME_TAKEN) {
    openOverlay({ kind: "new", dropped: { name: file.name, text } });
  } else {
    page.refuse(problem.sentence);
  }
}

async function textOf(file: File): Promise<string | null> {
  if (!file.name.endsWith(".py") || file.size > LARGEST_BYTES) {
    return null;
  }
  try {
    // The byte order mark stays: the file is to be the same, byte for byte.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}
