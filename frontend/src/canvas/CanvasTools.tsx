/** The buttons on the canvas: find, follow, zoom, fit. */

import { useState } from "react";
import type { GraphCompiled } from "../protocol/generated";
import { Button, IconButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import styles from "./GraphCanvas.module.css";
import { Outline } from "./Outline";
import { useSelectedNode } from "./useCard";
import { useFollow } from "./useFollow";
import type { ViewportMoves } from "./useViewport";

export interface CanvasToolsProps {
  graph: GraphCompiled;
  moves: ViewportMoves;
  onChoose: (node: string) => void;
}

/** The tools, and the list of nodes that one of them opens. */
export function CanvasTools({ graph, moves, onChoose }: CanvasToolsProps) {
  const [isOutlineOpen, setOutlineOpen] = useState(false);
  const [isFollowing, setFollowing] = useState(true);
  const selected = useSelectedNode();
  useFollow(moves, isFollowing ? "on" : "off");
  return (
    <>
      {isOutlineOpen ? (
        <Outline
          nodes={graph.nodes}
          selected={selected}
          onChoose={onChoose}
          onClose={() => setOutlineOpen(false)}
        />
      ) : null}
      <div className={styles.tools}>
        <Button
          look="quiet"
          aria-label="Find a node"
          aria-expanded={isOutlineOpen}
          title="Find a node"
          onClick={() => setOutlineOpen(!isOutlineOpen)}
        >
          <Icon name="search" />
        </Button>
        <Button
          look="quiet"
          aria-label="Follow the run"
          aria-pressed={isFollowing}
          title="Follow the run: keep in sight who ran and who is next"
          onClick={() => setFollowing(!isFollowing)}
        >
          <Sign d="M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6M8 1.5v2.2M8 12.300v2.200M1.500 8h2.200M12.300 8h2.200" />
        </Button>
        <IconButton icon="dash" name="Zoom out" onClick={moves.zoomOut} />
        <Button look="quiet" aria-label="Zoom in" title="Zoom in" onClick={moves.zoomIn}>
          <Sign d="M8 4v8M4 8h8" />
        </Button>
        <IconButton icon="fit" name="Fit the graph" onClick={moves.fit} />
      </div>
    </>
  );
}

function Sign({ d }: { d: string }) {
  return (
    <svg className={styles.sign} viewBox="0 0 16 16" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
