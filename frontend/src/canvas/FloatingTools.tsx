/** Toolbars at the top of the canvas: for several selected nodes, and for a selected edge. */

import type { Ui } from "../store/ui";
import { usePage, useUi } from "../store/useStore";
import { arrange, deleteEdge, deleteNodes, duplicateNodes } from "./acts";
import { ALIGNMENTS, type Alignment, aligned } from "./align";
import type { Drawing } from "./drawing";
import type { Rect } from "./layout";
import { begin, type Open } from "./open";
import { edgeLock } from "./rules";
import type { SignName } from "./Sign";
import { Toolbar } from "./Toolbar";
import type { KeptLayout } from "./useLayout";
import { useOpen } from "./useOpen";
import { usePicture } from "./usePicture";

const selectedIn = ({ selectedNodes }: Ui) => selectedNodes;
const wireIn = ({ wire }: Open) => wire;

export function FloatingTools({ drawing, kept }: { drawing: Drawing; kept: KeptLayout }) {
  const picture = usePicture();
  const chosenNames = useUi(selectedIn);
  // What is selected may be no node of this picture: one that went, or one of another graph.
  const selected = chosenNames.filter((name) => picture.nodes.some((node) => node.name === name));
  const wire = useOpen(wireIn);
  if (selected.length > 1) {
    return <Several names={selected} kept={kept} />;
  }
  const chosen = wire === null ? undefined : drawing.wires.find(({ id }) => id === wire);
  return chosen === undefined ? null : <Edge key={chosen.id} wire={chosen} drawing={drawing} />;
}

function Several({ names, kept }: { names: readonly string[]; kept: KeptLayout }) {
  const page = usePage();
  const picture = usePicture();
  const { blocked } = picture;
  const align = (how: Alignment) => {
    const rects = new Map<string, Rect>();
    for (const name of names) {
      const rect = kept.layout.boxes.get(name);
      if (rect !== undefined) {
        rects.set(name, rect);
      }
    }
    const places = aligned(rects, how);
    kept.arranger.put(picture.id, places);
    kept.changed();
    arrange(page, picture.name, places);
  };
  return (
    <Toolbar
      name={`${names.length} nodes`}
      place="floating"
      tools={[
        { name: "Join into…", sign: "join", blocked, act: () => begin({ what: "join", sources: names }) },
        { name: "Duplicate", sign: "duplicate", blocked, act: () => duplicateNodes(page, picture, names) },
        { name: "Delete", sign: "delete", blocked, act: () => deleteNodes(page, picture, names) },
        ...ALIGNMENTS.map(({ how, name }) => ({ name, sign: signOf(how), blocked, act: () => align(how) })),
      ]}
    />
  );
}

function signOf(how: Alignment): SignName {
  switch (how) {
    case "across":
      return "distribute";
    case "down":
      return "distributeDown";
    default:
      return `align.${how}`;
  }
}

function Edge({ wire, drawing }: { wire: Drawing["wires"][number]; drawing: Drawing }) {
  const page = usePage();
  const picture = usePicture();
  const { edge } = wire;
  if (edge === null) {
    // The line from a join's bar stands for the join; its members are the edges.
    const members = drawing.wires
      .filter((one) => one.target === wire.source)
      .flatMap((one) => one.edge ?? []);
    const lock = members.map((one) => edgeLock(picture, one)).find((one) => one !== null) ?? picture.blocked;
    return (
      <Toolbar
        name={`Edge ${wire.name}`}
        place="floating"
        tools={members.map((one) => ({
          name: `Take ${one.source} out of the join`,
          sign: "delete",
          blocked: lock,
          act: () => deleteEdge(page, picture, one),
        }))}
      />
    );
  }
  const lock = edgeLock(picture, edge);
  const { source, branch, target } = edge;
  return (
    <Toolbar
      name={`Edge ${wire.name}`}
      place="floating"
      tools={[
        {
          name: "Delete edge",
          sign: "delete",
          keys: "Delete",
          blocked: lock,
          act: () => deleteEdge(page, picture, edge),
        },
        {
          name: "Lead elsewhere…",
          sign: "connect",
          blocked: lock ?? (target === null ? "Nobody knows where it leads." : null),
          act: () => begin({ what: "lead", edge }),
        },
        {
          name: branch === null ? "Make conditional" : "Targets…",
          sign: "branch",
          blocked: edge.join === null ? lock : "A join is not conditional; take this member out of it first.",
          act: () => begin({ what: "branch", source, branch }),
        },
      ]}
    />
  );
}
