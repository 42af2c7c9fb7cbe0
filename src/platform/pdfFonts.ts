import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Font, Glyph } from 'fontkit'
import type { PdfFont } from './pdfText.rules.ts'

/** Noto Sans has the Latin, Greek and Cyrillic scripts, and its Hans cut Chinese and kana; both are under the OFL. */
const files: Record<PdfFont, [packageName: string, file: string]> = {
  regular: ['@embedpdf/fonts-latin', 'NotoSans-Regular.ttf'],
  bold: ['@embedpdf/fonts-latin', 'NotoSans-Bold.ttf'],
  han: ['@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'],
}

export type FindPdfFont = (name: PdfFont) => Font

let found: Promise<FindPdfFont> | undefined

/** The fonts of PDFs, each of which is read from its file at its first use: of most nodes none is, and the Chinese one is 8 MB. */
export const openPdfFonts = (): Promise<FindPdfFont> => (found ??= open())

async function open(): Promise<FindPdfFont> {
  const { create } = await import('fontkit')
  const { resolve } = createRequire(import.meta.url)
  const opened = new Map<PdfFont, Font>()
  const read = (name: PdfFont): Font => {
    const [packageName, file] = files[name]
    // A collection of fonts would be something else; these are single ones.
    return create(readFileSync(join(dirname(resolve(packageName)), '../fonts', file))) as Font
  }
  const find: FindPdfFont = name => {
    const known = opened.get(name)
    if (known) return known
    const file = read(name)
    const font = forPdf(file, name === 'regular' ? file : find('regular'))
    opened.set(name, font)
    return font
  }
  return find
}

/**
 * A font as pdfkit draws it: its lines are as high as those of another, so that texts in both stand on one baseline, and its characters are
 * not shaped. None of the scripts that it has needs shaping, which takes most of the time of a PDF; what is lost is kerning.
 */
function forPdf(font: Font, { ascent, descent, lineGap, unitsPerEm }: Font): Font {
  const scale = font.unitsPerEm / unitsPerEm
  const own = {
    ascent: ascent * scale,
    descent: descent * scale,
    lineGap: lineGap * scale,
    layout: (text: string) => layOut(font.glyphsForString(text)),
  }
  const properties = Object.entries(own).map(([key, value]) => [key, { value }] as const)
  return Object.create(font, Object.fromEntries(properties)) as Font
}

const layOut = (glyphs: Glyph[]) => ({
  glyphs,
  positions: glyphs.map(({ advanceWidth }) => ({
    xAdvance: advanceWidth,
    yAdvance: 0,
    xOffset: 0,
    yOffset: 0,
  })),
  advanceWidth: glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
})
