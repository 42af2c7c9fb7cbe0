/** A connection that broke is opened again after a pause that doubles from the first to the last of these, in milliseconds. */
const RETRY = { first: 250, last: 5000 }

/**
 * Milliseconds until a connection that broke is opened again: from half of the pause to one and a half, so that the tabs of a node that
 * stopped do not all come at once.
 * @param failures in a row, without this one
 * @param random from 0 to 1, without 1
 */
export const reconnectDelay = (failures: number, random: number): number =>
  Math.min(RETRY.first * 2 ** failures, RETRY.last) * (0.5 + random)
