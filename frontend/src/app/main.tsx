/** The page begins here: the look, the key to the server, the store, and the first draw. */

import "../ui/tokens.css";
import "../ui/base.css";
import { createRoot } from "react-dom/client";
import { browserOutside } from "../protocol/browser";
import { httpOf } from "../protocol/http";
import { isLaunch, launch, rememberSession } from "../protocol/launch";
import { connect } from "../protocol/socket";
import { openPage, type Page } from "../store/page";
import { pacerOf } from "../store/soon";
import { sentenceOf } from "../store/state";
import { ui } from "../store/ui";
import { PageStore } from "../store/useStore";
import { ValueReading } from "../ui/valueReader";
import { App } from "./App";
import { Closed } from "./Closed";
import { applyTheme } from "./theme";

const NO_CODE = "It was opened without the code that an address of Stepgraph carries.";

async function pageOf(window: Window): Promise<Page | string> {
  const fetch: typeof globalThis.fetch = (...request) => window.fetch(...request);
  try {
    const launched = await launch({
      location: window.location,
      history: window.history,
      storage: window.sessionStorage,
      fetch,
    });
    return launched === null
      ? NO_CODE
      : openPage({
          ...launched,
          http: httpOf({ fetch, token: launched.token }),
          connect: (owner) => connect(owner, browserOutside(window.location)),
          ...pacerOf(window),
          remember: (session) => rememberSession(window.sessionStorage, session),
        });
  } catch (reason) {
    return sentenceOf(reason);
  }
}

/** Motion is a choice of the person's; the styles look at the root. */
function applyMotion(root: HTMLElement): void {
  const put = () => {
    root.dataset.motion = ui.getState().motion;
  };
  put();
  ui.subscribe(put);
}

async function begin(place: HTMLElement): Promise<void> {
  applyTheme(document.documentElement);
  applyMotion(document.documentElement);
  const page = await pageOf(window);
  createRoot(place).render(
    typeof page === "string" ? (
      <Closed sentence={page} />
    ) : (
      <PageStore value={page}>
        <ValueReading value={page.value}>
          <App />
        </ValueReading>
      </PageStore>
    ),
  );
}

// A launch address that is typed over this page's own changes nothing but the hash, and loads nothing by itself.
window.addEventListener("hashchange", () => {
  if (isLaunch(location.hash)) {
    location.reload();
  }
});

const place = document.getElementById("root");
if (place === null) {
  throw new Error("The page has no #root element to draw into.");
}
void begin(place);
