/** @param most how many UTF-16 units remain of a longer text, with `…` behind them; half of an emoji, which PostgreSQL refuses, is left out */
export const truncateText = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text

/** They change the direction of the text after them: a name with one could rewrite the sentence around it. */
const directionMarks = /\p{Bidi_Control}/gu

/** Spaces, control and format characters, letters that are drawn as nothing (Hangul fillers), and the empty signs of Braille and music. */
const invisible = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu

/** The characters of a text that can be seen. */
export const visibleCharacters = (text: string): string => text.replaceAll(invisible, '')

/**
 * The name that a program gives to something, as it is kept: like a text that was typed, on one line, and the same in whichever form
 * its letters came.
 */
export const tidyName = (reported: string): string =>
  tidyText(reported.normalize('NFC').replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))

/** A text as it is kept: trimmed, without direction marks, and empty when nothing of it can be seen. */
export function tidyText(typed: string): string {
  const text = typed.replaceAll(directionMarks, '')
  return visibleCharacters(text) === '' ? '' : text.trim()
}
