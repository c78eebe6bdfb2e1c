/** A frame that marks a step just committed, for the motions inside. What it holds does not draw again with it. */

import type { ReactNode } from "react";
import { useFresh } from "./useFresh";

export interface FreshFrameProps {
  className?: string | undefined;
  children: ReactNode;
}

/** The frame. */
export function FreshFrame({ className, children }: FreshFrameProps) {
  const fresh = useFresh();
  return (
    <div className={className} data-fresh={fresh ?? undefined}>
      {children}
    </div>
  );
}
