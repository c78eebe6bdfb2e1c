/** How long ago something was, in the words that a list of recent files needs. */

const DAY_MS = 86_400_000;

/** "today 14:05", "yesterday", "Friday", "12 Nov", "12 Nov 2025". */
export function whenInWords(whenMs: number, nowMs: number): string {
  const when = new Date(whenMs);
  const days = Math.round((midnight(nowMs) - midnight(whenMs)) / DAY_MS);
  if (days <= 0) {
    return `today ${when.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
  }
  if (days === 1) {
    return "yesterday";
  }
  if (days < 7) {
    return when.toLocaleDateString("en-GB", { weekday: "long" });
  }
  const sameYear = when.getFullYear() === new Date(nowMs).getFullYear();
  return when.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(sameYear ? {} : { year: "numeric" }),
  });
}

function midnight(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}
