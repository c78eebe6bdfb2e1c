/** The dialogs of the fields, and what each is about. */

import { createContext } from "react";
import type { AnyGesture, DrawnField } from "../protocol/generated";
import type { FieldRow } from "./rows";

export type Opened =
  | { readonly kind: "rename"; readonly row: FieldRow }
  | { readonly kind: "delete"; readonly row: FieldRow }
  | { readonly kind: "function"; readonly field: DrawnField }
  | { readonly kind: "change"; readonly name: string; readonly gesture: AnyGesture };

/** Opens a dialog; the table provides it to its rows. */
export const OpenDialog = createContext<(opened: Opened) => void>(() => undefined);
