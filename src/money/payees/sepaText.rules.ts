/** Characters that have no decomposition into a plain letter and marks, each with its equivalent. */
const equivalents = new Map(
  "ßss \u1e9eSS æae ÆAE œoe ŒOE øo ØO \u0142l \u0141L \u0111d \u0110D ðd ÐD þth ÞTH \u0131i \u014bn \u014aN \u0127h \u0126H &+ ’' ‘' –- —- _-"
    .split(' ')
    .map(pair => [pair.slice(0, 1), pair.slice(1)]),
)

/**
 * A text in the characters that every bank of SEPA takes (EPC217-08, section 1): Latin letters without marks, digits, space and `/-?:().,'+`.
 * A character without an equivalent is left out. A text neither begins nor ends with `/`, nor has `//`, which banks use as a sign.
 * @returns at most `max` characters; empty when nothing is left
 */
export const toSepaText = (text: string, max: number): string =>
  Array.from(text.normalize('NFC'), letter => equivalents.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[^A-Za-z0-9 /\-?:().,'+]/g, '')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/^[ /]+/g, '')
    .slice(0, max)
    .replaceAll(/[ /]+$/g, '')

/** Whether a bank could recognize a name after `toSepaText`: none of its letters was left out. */
export const isSepaName = (name: string): boolean => {
  const letters = name.match(/\p{L}/gu)?.length ?? 0
  const kept = toSepaText(name, Infinity).match(/[A-Za-z]/g)?.length ?? 0
  return letters > 0 && kept >= letters
}
