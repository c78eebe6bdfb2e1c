/** The window: what is shown of it, and how. */

import { titleOf } from "../store/innerPath";
import { lookAtRoot, toggleInside } from "../store/insideActs";
import { choose, type SideTab, ui } from "../store/ui";
import { always, type Command, REGION_NAMES, REGIONS } from "./command";

const TABS: Readonly<Record<SideTab, string>> = {
  code: "Code",
  explain: "Explain",
  state: "State",
  problems: "Problems",
};

const tabNames: readonly SideTab[] = ["code", "explain", "state", "problems"];

const toggles: readonly Command[] = REGIONS.map((region) => ({
  id: `region.toggle.${region}`,
  title: `Show or hide: ${REGION_NAMES[region]}`,
  blocked: always,
  run: ({ window }) => window.toggleRegion(region),
}));

const focuses: readonly Command[] = REGIONS.map((region) => ({
  id: `region.focus.${region}`,
  title: `Go to: ${REGION_NAMES[region]}`,
  blocked: always,
  run: ({ window }) => window.focusRegion(region),
}));

const tabs: readonly Command[] = tabNames.map((tab) => ({
  id: `side.${tab}`,
  title: `Show tab: ${TABS[tab]}`,
  blocked: always,
  run: ({ window }) => window.showTab(tab),
}));

const liveEnd: Command = {
  id: "cursor.live",
  title: "Go to the live end",
  blocked: ({ shown }) => (shown.isLive ? "This is the live end." : null),
  run: ({ page }) => void page.moveTo("live"),
};

const internalChannels: Command = {
  id: "channels.internal",
  title: "Show or hide internal channels",
  blocked: always,
  run: () => choose({ internalChannels: ui.getState().internalChannels === "shown" ? "hidden" : "shown" }),
};

const inside: Command = {
  id: "graph.inside",
  title: "Open or close the graph inside",
  blocked: ({ document, live }) =>
    document === null && live.graph === null ? "There is no graph on the canvas yet." : null,
  run({ page }) {
    const { selectedNode } = ui.getState();
    if (selectedNode === null) {
      page.refuse("No node is chosen. Choose one on the canvas that holds a graph.");
    } else if (!toggleInside(page, selectedNode)) {
      const name = titleOf(selectedNode);
      page.refuse(
        `"${name}" holds no graph that is known. A graph that its function calls is known once it is compiled.`,
      );
    }
  },
};

const whole: Command = {
  id: "graph.whole",
  title: "Channels and Explain: back to the whole graph",
  blocked: always,
  run: lookAtRoot,
};

const motion: Command = {
  id: "motion.switch",
  title: "Turn motion on or off",
  blocked: always,
  run: () => choose({ motion: ui.getState().motion === "on" ? "off" : "on" }),
};

const theme: Command = {
  id: "theme.switch",
  title: "Light or dark",
  blocked: always,
  run: ({ window }) => window.switchTheme(),
};

const layout: Command = {
  id: "layout.reset",
  title: "Put all regions back",
  blocked: always,
  run: ({ window }) => window.resetLayout(),
};

const palette: Command = {
  id: "palette.open",
  title: "All commands",
  blocked: always,
  run: ({ window }) => window.openPalette(),
};

const shortcuts: Command = {
  id: "keys.show",
  title: "All keys",
  blocked: always,
  run: ({ window }) => window.openShortcuts(),
};

const anotherWindow: Command = {
  id: "window.another",
  title: "Open another window",
  blocked: ({ connection }) =>
    connection.status === "connected" ? null : "The page is not connected to its server.",
  run: ({ window }) => window.openAnotherWindow(),
};

export const VIEW_COMMANDS: readonly Command[] = [
  liveEnd,
  ...tabs,
  inside,
  whole,
  internalChannels,
  ...toggles,
  ...focuses,
  theme,
  motion,
  layout,
  palette,
  shortcuts,
  anotherWindow,
];
