/** Deleting nodes whose functions nothing else in the graph uses: do these go too? */

import { useState } from "react";
import { ChangeDialog } from "../../ui/ChangeDialog";
import { Switch } from "../../ui/Switch";
import { orphanedFunctions } from "../rules";
import { usePicture } from "../usePicture";

export function DeleteNodes({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  const picture = usePicture();
  const [withFunctions, setWithFunctions] = useState(true);
  const functions = orphanedFunctions(picture, names);
  const what = names.length === 1 ? `node ${names[0]}` : `${names.length} nodes`;
  return (
    <ChangeDialog
      name={`Delete ${what}`}
      action="Delete"
      gesture={{ type: "node.delete", names, functions: withFunctions }}
      onClose={onClose}
    >
      <p>
        {functions.length === 1
          ? `Nothing else in the graph uses the function ${functions[0]}.`
          : `Nothing else in the graph uses the functions ${functions.join(", ")}.`}
      </p>
      <Switch
        name={functions.length === 1 ? "Delete the function too" : "Delete the functions too"}
        on={withFunctions}
        onChange={setWithFunctions}
      />
    </ChangeDialog>
  );
}
