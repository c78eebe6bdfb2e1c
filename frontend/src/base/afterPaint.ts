/** Work that may come a frame later, so that what it would delay is painted first. */

/** Calls `then` in the frame after the next; returns how to call it off. */
export function afterPaint(then: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(then);
  });
  return () => cancelAnimationFrame(frame);
}
