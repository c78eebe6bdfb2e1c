/** What commands can do to the window itself. */

import type { WindowActs } from "../commands/command";
import { launchAddress } from "../protocol/launch";
import type { Page } from "../store/page";
import { sentenceOf } from "../store/state";
import { askFor, choose } from "../store/ui";
import { focusInto } from "./focus";
import { layout, resetLayout, setRegion } from "./regions";
import { switchTheme } from "./theme";
import { openOverlay, showStart } from "./windowState";

/** The acts of this window. */
export function windowActsOf(page: Page): WindowActs {
  return {
    toggleRegion: (region) => setRegion(region, !layout.getState().open[region]),
    focusRegion(region) {
      setRegion(region, true);
      // The region is drawn before the next frame.
      requestAnimationFrame(() => focusInto(`[data-region="${region}"]`));
    },
    showTab(sideTab) {
      choose({ sideTab });
      setRegion("side", true);
    },
    resetLayout,
    switchTheme,
    openPalette: () => openOverlay({ kind: "palette" }),
    openShortcuts: () => openOverlay({ kind: "keys" }),
    openEditState: () => openOverlay({ kind: "edit", channel: null }),
    openStart: () => showStart("shown"),
    openChange: () => openOverlay({ kind: "change" }),
    openNew: () => openOverlay({ kind: "new", dropped: null }),
    ask(what, node) {
      if (what === "field.add") {
        choose({ channelsView: "fields" });
      }
      // A region that is closed draws nothing that could fulfil it.
      setRegion(what === "field.add" ? "channels" : "graph", true);
      askFor(what, node);
    },
    openAnotherWindow: () => void openAnotherWindow(page),
  };
}

/** A second window has no token of its own: it gets a fresh code, for the same session. */
async function openAnotherWindow(page: Page): Promise<void> {
  try {
    const code = await page.http.anotherCode();
    const session = page.state.get().session?.session ?? null;
    window.open(launchAddress(location.origin, code, session), "_blank", "noopener");
  } catch (reason) {
    page.refuse(sentenceOf(reason));
  }
}
