/** Where the packets lie that were sent; each makes a task of its own. The channel has no version, and its name tells nobody anything. */
export const PACKETS = "__pregel_tasks";
