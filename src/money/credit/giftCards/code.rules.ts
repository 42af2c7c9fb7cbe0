/** Crockford's base32: without the letters that are taken for digits, and without U. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Random characters of a code; the check character follows them. */
export const CODE_RANDOM_LENGTH = 15

const values = new Map([...CODE_ALPHABET].map((character, value) => [character, value]))

/**
 * The check character: Luhn's algorithm modulo 32. It finds every character that was mistyped, and nearly all pairs that were
 * swapped.
 */
export function checkCharacter(random: string): string {
  let sum = 0
  for (const [index, character] of [...random].toReversed().entries()) {
    const value = values.get(character)
    if (value === undefined) throw new Error('not a character of a gift card code')
    const doubled = index % 2 === 0 ? value * 2 : value
    sum += Math.floor(doubled / 32) + (doubled % 32)
  }
  return CODE_ALPHABET[(32 - (sum % 32)) % 32] as string
}

/** Whether a normalised code has the form of one: its length, its characters and its check character. */
export const isGiftCardCode = (code: string): boolean =>
  code.length === CODE_RANDOM_LENGTH + 1 &&
  [...code].every(character => values.has(character)) &&
  checkCharacter(code.slice(0, -1)) === code.slice(-1)

/** A code of 15 random bytes, of which each gives 5 bits. */
export function buildGiftCardCode(bytes: Uint8Array): string {
  const random = Array.from(
    bytes.subarray(0, CODE_RANDOM_LENGTH),
    byte => CODE_ALPHABET[byte % 32] as string,
  ).join('')
  if (random.length !== CODE_RANDOM_LENGTH) throw new Error('a gift card code needs 15 random bytes')
  return random + checkCharacter(random)
}

/** `ABCD-EFGH-JKMN-PQRS` */
export const formatGiftCardCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code
