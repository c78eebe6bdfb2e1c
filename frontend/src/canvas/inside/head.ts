/** The head of a frame is the card that it grew from. */

export const HEAD_HEIGHT = 60;
