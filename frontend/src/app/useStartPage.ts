/** What the server offers to open; asked for anew each time the start screen comes up. */

import { useEffect, useState } from "react";
import type { StartPage } from "../protocol/generated";
import type { ConnectionStatus } from "../protocol/socket";
import { sentenceOf } from "../store/state";
import { usePage } from "../store/useStore";

export interface Offered {
  readonly page: StartPage | null;
  readonly problem: string | null;
}

/** `connection` is here so that a page which could not be read is asked for again when the server is back. */
export function useStartPage(shown: boolean, connection: ConnectionStatus): Offered {
  const { http } = usePage();
  const [offered, setOffered] = useState<Offered>({ page: null, problem: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the screen coming up is what asks again.
  useEffect(() => {
    let current = true;
    if (connection === "connected") {
      http.start().then(
        (page) => current && setOffered({ page, problem: null }),
        (reason: unknown) => current && setOffered(({ page }) => ({ page, problem: sentenceOf(reason) })),
      );
    }
    return () => {
      current = false;
    };
  }, [http, shown, connection]);
  return offered;
}
