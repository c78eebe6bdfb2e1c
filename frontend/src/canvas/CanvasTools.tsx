/** The buttons on the canvas: find, zoom, fit. */

import { Button, IconButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import styles from "./GraphCanvas.module.css";
import type { ViewportMoves } from "./useViewport";

export interface CanvasToolsProps {
  moves: ViewportMoves;
  isOutlineOpen: boolean;
  onOutline: () => void;
}

/** The tools. */
export function CanvasTools({ moves, isOutlineOpen, onOutline }: CanvasToolsProps) {
  return (
    <div className={styles.tools}>
      <Button
        look="quiet"
        aria-label="Find a node"
        aria-expanded={isOutlineOpen}
        title="Find a node"
        onClick={onOutline}
      >
        <Icon name="search" />
      </Button>
      <IconButton icon="dash" name="Zoom out" onClick={moves.zoomOut} />
      <Button look="quiet" aria-label="Zoom in" title="Zoom in" onClick={moves.zoomIn}>
        <Plus />
      </Button>
      <IconButton icon="fit" name="Fit the graph" title="Fit the graph" onClick={moves.fit} />
    </div>
  );
}

function Plus() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M8 4v8M4 8h8" />
    </svg>
  );
}
