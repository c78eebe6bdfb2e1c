/** A button that puts a text on the clipboard, and says that it did. */

import { useState } from "react";
import { Button } from "./Button";

export interface CopyButtonProps {
  /** The text, or how to make it. */
  text: string | (() => Promise<string>);
  name?: string;
}

/** One copy button. */
export function CopyButton({ text, name = "Copy" }: CopyButtonProps) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setSaid("Copied");
    } catch {
      setSaid("Not copied: the browser refused");
    }
  };
  return (
    <>
      <span role="status">{said}</span>
      <Button icon="copy" onClick={() => void copy()}>
        {name}
      </Button>
    </>
  );
}
