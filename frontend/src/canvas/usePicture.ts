/** The picture for what is drawn on the canvas around it: toolbars, dialogs. */

import { createContext, use } from "react";
import type { Pictured } from "./pictured";

export const PictureContext = createContext<Pictured | null>(null);

/** The picture on the canvas. */
export function usePicture(): Pictured {
  const picture = use(PictureContext);
  if (picture === null) {
    throw new Error("No picture is provided above this component.");
  }
  return picture;
}
