/** How many labels of written channels fit into one line of a card. Pure. */

const CHARACTER = 6.7;
const AROUND = 11;
const MORE = 26;

/** The names that fit into `width` pixels, in their order, and how many were left out. */
export function fitting(
  names: readonly string[],
  width: number,
): { readonly shown: readonly string[]; readonly more: number } {
  const shown: string[] = [];
  let left = width;
  for (const [index, name] of names.entries()) {
    const need = name.length * CHARACTER + AROUND;
    const reserve = index < names.length - 1 ? MORE : 0;
    // The first is shown in any case, cut where the card ends.
    if (index > 0 && need + reserve > left) {
      return { shown, more: names.length - index };
    }
    shown.push(name);
    left -= need;
  }
  return { shown, more: 0 };
}
