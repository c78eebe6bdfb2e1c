/** The dialog of the gesture that asks for more. */

import { end, type Open, type Task } from "../open";
import { useOpen } from "../useOpen";
import { AddNode } from "./AddNode";
import { Branch } from "./Branch";
import { Connect, Lead } from "./Connect";
import { DeleteNodes } from "./DeleteNodes";
import { Edges } from "./Edges";
import { JoinSources } from "./JoinSources";
import { Options } from "./Options";

const taskIn = ({ task }: Open): Task | null => task;

/** Nothing while no gesture asks for more. */
export function TaskDialog() {
  const task = useOpen(taskIn);
  switch (task?.what) {
    case undefined:
      return null;
    case "add":
      return <AddNode task={task} onClose={end} />;
    case "branch":
      return <Branch source={task.source} branch={task.branch} onClose={end} />;
    case "connect":
      return <Connect source={task.source} onClose={end} />;
    case "delete":
      return <DeleteNodes names={task.names} onClose={end} />;
    case "edges":
      return <Edges node={task.node} onClose={end} />;
    case "join":
      return <JoinSources sources={task.sources} onClose={end} />;
    case "lead":
      return <Lead edge={task.edge} onClose={end} />;
    case "options":
      return <Options node={task.node} onClose={end} />;
  }
}
