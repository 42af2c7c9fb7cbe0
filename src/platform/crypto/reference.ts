import { randomInt } from 'node:crypto'

/** Without letters and digits that look alike. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A random reference such as `K7QM-2X9P`: a number in order would tell how many there are. */
export const newReference = (): string =>
  Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)])
    .join('')
    .replace(/^.{4}/, '$&-')
