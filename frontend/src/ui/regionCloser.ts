/** How a region is closed: the app gives it, the region's head reads it, the panel between knows nothing of it. */

import { createContext } from "react";

/** Closes the region around; null where it cannot be closed. */
export const RegionCloser = createContext<(() => void) | null>(null);
