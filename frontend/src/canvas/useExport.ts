/** Exports when a command or the menu asks for it. */

import { sentenceOf } from "../store/state";
import { useAsked } from "../store/useAsked";
import { usePage } from "../store/useStore";
import { exported, FORMATS, save, stemOf } from "./exporting";
import type { Drawn } from "./useDrawn";

export function useExport(drawn: Drawn): void {
  const page = usePage();
  useAsked(
    FORMATS.map(({ format }) => `export.${format}` as const),
    ({ what }) => {
      const wanted = FORMATS.find(({ format }) => `export.${format}` === what);
      if (wanted !== undefined) {
        void run(wanted);
      }
    },
  );

  async function run({ format, ending }: (typeof FORMATS)[number]): Promise<void> {
    const state = page.state.get();
    try {
      const content = await exported(format, drawn, state);
      if (typeof content === "string") {
        page.refuse(content);
      } else {
        const path =
          state.document?.view.target ?? state.document?.view.path ?? state.session?.document ?? "graph";
        save(content, `${stemOf(path)}${ending}`);
      }
    } catch (reason) {
      page.refuse(sentenceOf(reason));
    }
  }
}
