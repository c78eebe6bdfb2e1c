/** Connecting without a pointer: from a node, or START, to a node that is chosen from a list. */

import { nodeTitle } from "../../base/nodeTitle";
import { END, type WiredEdge } from "../drawing";
import { edgeLock, edgeRefusal, joinRefusal, targetChoices } from "../rules";
import { usePicture } from "../usePicture";
import { ChooseTarget } from "./ChooseTarget";

/** An edge from here. */
export function Connect({ source, onClose }: { source: string; onClose: () => void }) {
  const picture = usePicture();
  return (
    <ChooseTarget
      name={`Connect ${nodeTitle(source)} to…`}
      action="Connect"
      list="Target"
      choices={targetChoices(picture, source)}
      gestureTo={(target) => ({ type: "edge.add", source, target })}
      onClose={onClose}
    />
  );
}

/** A node that waits for all of these. */
export function Join({ sources, onClose }: { sources: readonly string[]; onClose: () => void }) {
  const picture = usePicture();
  const names = [...picture.nodes.map(({ name }) => name), END];
  return (
    <ChooseTarget
      name={`Join ${sources.join(" and ")} into…`}
      action="Join"
      list="Who waits for all of them"
      choices={names.map((name) => ({ name, refusal: joinRefusal(picture, sources, name) }))}
      gestureTo={(target) => ({ type: "join.add", sources, target })}
      onClose={onClose}
    />
  );
}

/** Another target for an edge that is there. */
export function Lead({ edge, onClose }: { edge: WiredEdge; onClose: () => void }) {
  const picture = usePicture();
  const { source, target, join, branch } = edge;
  const lock = edgeLock(picture, edge);
  const names = [...picture.nodes.map(({ name }) => name), END];
  return (
    <ChooseTarget
      name={`Lead ${nodeTitle(source)} elsewhere`}
      action="Lead there"
      list="Target"
      choices={names.map((name) => ({
        name,
        refusal:
          lock ??
          (name === target
            ? "It leads there now."
            : join === null && branch === null
              ? edgeRefusal(picture, source, name)
              : null),
      }))}
      gestureTo={(toTarget) => ({
        type: "edge.move",
        source,
        target: target ?? END,
        toSource: source,
        toTarget,
        join,
        branch,
      })}
      onClose={onClose}
    />
  );
}
