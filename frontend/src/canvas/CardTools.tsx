/** What can be done with one node, above its card; and the box in which its name is written. */

import { type FocusEvent, useCallback } from "react";
import type { Ui } from "../store/ui";
import { usePage, useUi } from "../store/useStore";
import { deleteNodes, duplicateNodes, renameNode } from "./acts";
import type { Point } from "./layout";
import { begin, type Open } from "./open";
import type { PicturedNode } from "./pictured";
import { RenameBox } from "./RenameBox";
import { nodeLock } from "./rules";
import { Toolbar } from "./Toolbar";
import { useOpen } from "./useOpen";
import { usePicture } from "./usePicture";
import { useToolbarFit } from "./useToolbarFit";

const isAloneIn = ({ selectedNodes }: Ui) => selectedNodes.length < 2;

export interface CardToolsProps {
  node: PicturedNode;
  /** Where the card stands in the drawing. */
  at: Point;
  onBlur: (event: FocusEvent) => void;
}

/** The toolbar of a card that is selected, or that has the focus. */
export function CardTools({ node, at, onBlur }: CardToolsProps) {
  const page = usePage();
  const picture = usePicture();
  const { name } = node;
  const isAlone = useUi(isAloneIn);
  const fit = useToolbarFit(at);
  const isRenaming = useOpen(useCallback(({ renaming }: Open) => renaming === name, [name]));
  if (isRenaming) {
    return <RenameBox name={name} />;
  }
  const locked = nodeLock(picture, name);
  const { blocked } = picture;
  // A compiled graph without its text has nothing to draw on.
  return node.drawn === null || !isAlone ? null : (
    <Toolbar
      name={`Node ${name}`}
      place="attached"
      fit={fit}
      onBlur={onBlur}
      tools={[
        {
          name: "Connect to…",
          sign: "connect",
          keys: "C",
          blocked,
          act: () => begin({ what: "connect", source: name }),
        },
        {
          name: "Rename",
          sign: "rename",
          keys: "F2",
          blocked: locked,
          act: () => renameNode(page, picture, name),
        },
        {
          name: "Duplicate",
          sign: "duplicate",
          keys: "Ctrl D",
          blocked: locked,
          act: () => duplicateNodes(page, picture, [name]),
        },
        {
          name: "Delete",
          sign: "delete",
          keys: "Delete",
          blocked: locked,
          act: () => deleteNodes(page, picture, [name]),
        },
        {
          name: "Make conditional…",
          sign: "branch",
          blocked,
          act: () => begin({ what: "branch", source: name, branch: null }),
        },
        { name: "Join into…", sign: "join", blocked, act: () => begin({ what: "join", sources: [name] }) },
        { name: "Edges…", sign: "edges", act: () => begin({ what: "edges", node: name }) },
        {
          name: "Options…",
          sign: "options",
          blocked: locked,
          act: () => begin({ what: "options", node: name }),
        },
      ]}
    />
  );
}
