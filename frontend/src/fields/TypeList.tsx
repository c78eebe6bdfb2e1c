/** Types to begin with, for the boxes in which a type is typed. */

/** The list's id, for an input's `list`. */
export const TYPES_LIST = "types-of-fields";

const TYPES = [
  "str",
  "int",
  "float",
  "bool",
  "list[str]",
  "list[int]",
  "list[dict]",
  "list[AnyMessage]",
  "dict[str, str]",
  "dict[str, object]",
  "set[str]",
  "str | None",
  "object",
] as const;

/** The suggestions; drawn once wherever such boxes are. */
export function TypeList({ id = TYPES_LIST }: { id?: string }) {
  return (
    <datalist id={id}>
      {TYPES.map((type) => (
        <option key={type} value={type} />
      ))}
    </datalist>
  );
}
