/** One value that changes, and those who look at a part of it. Only who looks at a part that changed is told. */

export interface Observable<T> {
  /** The value now. */
  get(): T;
  /** Put another value in its place. */
  set(next: T): void;
  /** Be told whenever `select` gives something else. Returns how to stop. */
  watch<Part>(select: (value: T) => Part, changed: (part: Part) => void): () => void;
}

interface Watch<T> {
  look(value: T): void;
}

/** An observable that holds `initial`. */
export function observable<T>(initial: T): Observable<T> {
  let value = initial;
  const watches = new Set<Watch<T>>();
  return {
    get: () => value,
    set(next) {
      if (!Object.is(next, value)) {
        value = next;
        for (const watch of [...watches]) {
          watch.look(next);
        }
      }
    },
    watch(select, changed) {
      let last = select(value);
      const watch: Watch<T> = {
        look(next) {
          const part = select(next);
          if (!Object.is(part, last)) {
            last = part;
            changed(part);
          }
        },
      };
      watches.add(watch);
      return () => watches.delete(watch);
    },
  };
}
