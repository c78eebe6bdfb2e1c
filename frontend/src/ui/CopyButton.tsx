/** A button that puts a text on the clipboard, and says that it did. */

import { useState } from "react";
import { Button, IconButton } from "./Button";
import styles from "./CopyButton.module.css";

export interface CopyButtonProps {
  /** The text, or how to make it. */
  text: string | (() => Promise<string>);
  name?: string;
  /** Words and icon, or the icon alone. */
  look?: "words" | "icon";
}

/** One copy button. */
export function CopyButton({ text, name = "Copy", look = "words" }: CopyButtonProps) {
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
      <span role="status" className={styles.said}>
        {said}
      </span>
      {look === "icon" ? (
        <IconButton icon="copy" name={name} onClick={() => void copy()} />
      ) : (
        <Button icon="copy" onClick={() => void copy()}>
          {name}
        </Button>
      )}
    </>
  );
}
