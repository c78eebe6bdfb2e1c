/** What lies over the page: the palette, the keys, and the dialogs that belong to no panel. */

import { useEffect } from "react";
import { useStore } from "zustand";
import type { Template } from "../protocol/generated";
import { NewGraph } from "../start/NewGraph";
import { EditState } from "../state/EditState";
import { useDocumentView } from "../store/useDocument";
import { useConnection } from "../store/useStore";
import { ChangeOverlay } from "./ChangeOverlay";
import { ConflictOverlay } from "./ConflictOverlay";
import { Palette } from "./Palette";
import { ShortcutsDialog } from "./ShortcutsDialog";
import { type Commands, useOffers } from "./useOffers";
import { useStartPage } from "./useStartPage";
import { type DroppedFile, type Overlay, openOverlay, showStart, windowState } from "./windowState";

/** The one that is open, if any. */
export function Overlays({ commands }: { commands: Commands }) {
  const { overlay } = useStore(windowState);
  useConflictFirst();
  return overlay === null ? null : <OpenOverlay overlay={overlay} commands={commands} />;
}

const close = () => openOverlay(null);

function OpenOverlay({ overlay, commands }: { overlay: Overlay; commands: Commands }) {
  const offers = useOffers(commands);
  switch (overlay.kind) {
    case "palette":
      return <Palette offers={offers} onClose={close} />;
    case "keys":
      return <ShortcutsDialog offers={offers} onClose={close} />;
    case "edit":
      return <EditState channel={overlay.channel} onClose={close} />;
    case "change":
      return <ChangeOverlay onClose={close} />;
    case "conflict":
      return <Conflict />;
    case "new":
      return <New dropped={overlay.dropped} />;
  }
}

/** A conflict asks once, by itself, when it comes up: nothing can be edited before it is answered. */
function useConflictFirst(): void {
  const isConflict = useDocumentView()?.conflict != null;
  useEffect(() => {
    const { overlay } = windowState.getState();
    if (isConflict && overlay === null) {
      openOverlay({ kind: "conflict" });
    } else if (!isConflict && overlay?.kind === "conflict") {
      close();
    }
  }, [isConflict]);
}

function Conflict() {
  const view = useDocumentView();
  return view?.conflict == null ? null : (
    <ConflictOverlay view={view} conflict={view.conflict} onClose={close} />
  );
}

const NO_TEMPLATES: readonly Template[] = [];
const NO_FILES: readonly string[] = [];

function New({ dropped }: { dropped: DroppedFile | null }) {
  const { status } = useConnection();
  const { page } = useStartPage(true, status);
  const made = () => {
    close();
    showStart("hidden");
  };
  // The first free name is known once the folder was read.
  return (
    <NewGraph
      key={page === null ? "reading" : "read"}
      templates={page?.templates ?? NO_TEMPLATES}
      files={page?.files ?? NO_FILES}
      dropped={dropped}
      onClose={close}
      onMade={made}
    />
  );
}
