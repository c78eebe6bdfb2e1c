/** The buttons on the canvas: find, follow, tidy up, map, zoom, fit. */

import { useState } from "react";
import { ui } from "../store/ui";
import { useGraph, usePage } from "../store/useStore";
import { Button, IconButton } from "../ui/Button";
import { unarrange } from "./acts";
import styles from "./GraphCanvas.module.css";
import { MiniMap } from "./MiniMap";
import { listedNodes } from "./matching";
import { Outline } from "./Outline";
import { type Open, search } from "./open";
import { Sign, type SignName } from "./Sign";
import { useSelectedNode } from "./useCard";
import type { Drawn } from "./useDrawn";
import { useFollow } from "./useFollow";
import { useOpen } from "./useOpen";
import type { ViewportMoves } from "./useViewport";

export interface CanvasToolsProps {
  drawn: Drawn;
  moves: ViewportMoves;
  onChoose: (node: string) => void;
}

const isSearchingIn = (open: Open) => open.search === "open";

/** The tools, and what two of them open: the list of nodes, the map. */
export function CanvasTools({ drawn, moves, onChoose }: CanvasToolsProps) {
  const isSearching = useOpen(isSearchingIn);
  const [isFollowing, setFollowing] = useState(true);
  const [isMapped, setMapped] = useState(false);
  const selected = useSelectedNode();
  const graph = useGraph();
  useFollow(moves, isFollowing ? "on" : "off");
  return (
    <>
      {isMapped ? <MiniMap drawn={drawn} onGo={moves.centre} /> : null}
      {isSearching ? (
        <Outline
          nodes={listedNodes(drawn.picture.nodes, graph?.inner)}
          selected={selected}
          onChoose={(node) => {
            onChoose(node);
            search("closed");
          }}
          onClose={() => search("closed")}
        />
      ) : null}
      <div className={styles.tools}>
        <TidyUp drawn={drawn} />
        <IconButton
          icon="search"
          name="Find a node"
          aria-expanded={isSearching}
          title="Find a node (/)"
          onClick={() => search(isSearching ? "closed" : "open")}
        />
        <Pressed
          sign="target"
          name="Follow the run"
          title="Follow the run: keep in sight who ran and who is next"
          isPressed={isFollowing}
          onPress={setFollowing}
        />
        <Pressed
          sign="map"
          name="Map"
          title="Map of the whole graph"
          isPressed={isMapped}
          onPress={setMapped}
        />
        <Button
          look="quiet"
          aria-label="Zoom to selection"
          title="Zoom to selection"
          blocked={selected === null ? "no node is selected." : null}
          onClick={() => moves.fitTo(ui.getState().selectedNodes)}
        >
          <Sign name="selection" />
        </Button>
        <Zooms moves={moves} />
      </div>
    </>
  );
}

function TidyUp({ drawn: { picture, kept } }: { drawn: Drawn }) {
  const page = usePage();
  const tidyUp = () => {
    kept.arranger.forget(picture.id);
    kept.changed();
    if (picture.revision !== null && kept.places.size > 0) {
      unarrange(page, picture.name);
    }
  };
  return (
    <Button
      look="quiet"
      aria-label="Tidy up"
      title="Tidy up: lay everything out anew, and forget where boxes were put"
      onClick={tidyUp}
    >
      <Sign name="tidy" />
    </Button>
  );
}

function Zooms({ moves }: { moves: ViewportMoves }) {
  return (
    <>
      <IconButton icon="dash" name="Zoom out" onClick={moves.zoomOut} />
      <Button look="quiet" aria-label="Zoom in" title="Zoom in" onClick={moves.zoomIn}>
        <Sign name="plus" />
      </Button>
      <IconButton icon="fit" name="Fit the graph" onClick={moves.fit} />
    </>
  );
}

interface PressedProps {
  sign: SignName;
  name: string;
  title: string;
  isPressed: boolean;
  onPress: (isPressed: boolean) => void;
}

function Pressed({ sign, name, title, isPressed, onPress }: PressedProps) {
  return (
    <Button
      look="quiet"
      aria-label={name}
      aria-pressed={isPressed}
      title={title}
      onClick={() => onPress(!isPressed)}
    >
      <Sign name={sign} />
    </Button>
  );
}
