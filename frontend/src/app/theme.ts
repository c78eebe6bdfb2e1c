/** Light or dark: the system's choice until a person makes one. */

import { createStore } from "zustand/vanilla";
import { recall, remember } from "./remembered";

export type Theme = "light" | "dark";

/** The person's choice; null follows the system. */
export const theme = createStore<{ chosen: Theme | null }>(() => ({ chosen: recall("theme", isTheme) }));

/** Put the choice on the page, now and whenever it changes. */
export function applyTheme(root: HTMLElement): void {
  const put = () => {
    const { chosen } = theme.getState();
    if (chosen === null) {
      delete root.dataset.theme;
    } else {
      root.dataset.theme = chosen;
    }
  };
  put();
  theme.subscribe(put);
}

/** Choose the other of the two. */
export function switchTheme(): void {
  const system = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const chosen = (theme.getState().chosen ?? system) === "dark" ? "light" : "dark";
  theme.setState({ chosen });
  remember("theme", chosen);
}

function isTheme(value: unknown): value is Theme {
  return value === "light" || value === "dark";
}
