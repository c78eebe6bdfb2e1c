/** What a press of the pointer on the canvas means, by what is under it. Pure but for the elements it looks at. */

/** Where a press begins. */
export type Press =
  | { readonly on: "box"; readonly name: string }
  | { readonly on: "handle"; readonly name: string }
  | { readonly on: "head"; readonly wire: string }
  | { readonly on: "other" }
  | { readonly on: "pane" }
  | { readonly on: "wire"; readonly wire: string };

const STARTS =
  "[data-toolbar], input, [data-connect], [data-head], [data-wire], [data-node], [data-box], .react-flow__pane";

/** What a press at this element begins with. Toolbars, boxes to write in and the like are "other". */
export function pressOn(target: EventTarget | null): Press {
  const found = target instanceof Element ? target.closest(STARTS) : null;
  if (found === null || found.matches("[data-toolbar], input")) {
    return { on: "other" };
  }
  if (found.matches(".react-flow__pane")) {
    // What lies on the pane without a start of its own is no place to begin at.
    return { on: found === target ? "pane" : "other" };
  }
  // What stands in a frame is looked at: a press there is one on the frame, or none.
  return isInFrame(found) ? { on: "other" } : pressOf(found);
}

/** Whether an element stands in the frame of an open graph; the ground itself of an outer frame does not. */
export function isInFrame(element: EventTarget | null): boolean {
  return (
    element instanceof Element && element.closest("[data-inside]") !== null && !element.matches("[data-box]")
  );
}

function pressOf(element: Element): Press {
  const value = (name: string) => element.getAttribute(`data-${name}`);
  const [handle, head, wire] = [value("connect"), value("head"), value("wire")];
  if (handle !== null) {
    return { on: "handle", name: handle };
  }
  if (head !== null) {
    return { on: "head", wire: head };
  }
  return wire === null ? { on: "box", name: value("node") ?? value("box") ?? "" } : { on: "wire", wire };
}
