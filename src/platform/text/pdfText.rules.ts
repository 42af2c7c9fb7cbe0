/** The fonts of PDFs; `han` has Chinese and kana. */
export type PdfFont = 'regular' | 'bold' | 'han'

/** A part of a text in one font. */
export interface FontRun {
  font: PdfFont
  text: string
}

/**
 * Divides a line by the fonts that have its characters, the preferred one first. A letter or a figure that no font has becomes a question
 * mark; any other such character, such as an emoji or an invisible one, is left out.
 * @returns at least one run, in the order of the text
 */
export function splitByFont(
  line: string,
  preferred: PdfFont,
  hasGlyph: (font: PdfFont, codePoint: number) => boolean,
): FontRun[] {
  const first: FontRun = { font: preferred, text: '' }
  const runs = [first]
  let run = first
  for (const character of line.normalize('NFC')) {
    const codePoint = character.codePointAt(0) ?? 0
    const font = ([preferred, 'han'] as const).find(each => hasGlyph(each, codePoint))
    // A character that both fonts have stays in the run that it is in: a space between two Chinese words, for instance.
    if (font === undefined) run.text += /[\p{L}\p{N}]/u.test(character) ? '?' : ''
    else if (font === run.font || hasGlyph(run.font, codePoint)) run.text += character
    else runs.push((run = { font, text: character }))
  }
  return runs.length > 1 && first.text === '' ? runs.slice(1) : runs
}
