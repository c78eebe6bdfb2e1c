/** A long name that breaks where its parts meet, and only there if it can. */

import { Fragment } from "react";
import { breakable } from "./names";

/** The name. */
export function Breakable({ name }: { name: string }) {
  let at = 0;
  return breakable(name).map((part) => {
    const from = at;
    at += part.length;
    return (
      <Fragment key={from}>
        {from === 0 ? null : <wbr />}
        {part}
      </Fragment>
    );
  });
}
