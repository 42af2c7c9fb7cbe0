import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Font, Glyph } from 'fontkit'
import type { PdfFont } from './pdfText.rules.ts'

export type FindPdfFont = (name: PdfFont) => Font

let found: Promise<FindPdfFont> | undefined

/** The fonts of PDFs, each of which is read from its file at its first use: of most nodes none is, and the Chinese one is 8 MB. */
export const openPdfFonts = (): Promise<FindPdfFont> => (found ??= open())

async function open(): Promise<FindPdfFont> {
  const { create } = await import('fontkit')
  const require = createRequire(import.meta.url)
  const latin = require.resolve('@embedpdf/fonts-latin')
  /** Noto Sans has the Latin, Greek and Cyrillic scripts, and its Hans cut Chinese and kana; both are under the OFL. */
  const files: Record<PdfFont, string> = {
    regular: join(dirname(latin), '../fonts/NotoSans-Regular.ttf'),
    bold: join(dirname(latin), '../fonts/NotoSans-Bold.ttf'),
    han: join(dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts/NotoSansHans-Regular.otf'),
  }
  const opened = new Map<PdfFont, Font>()
  const find: FindPdfFont = name => {
    const known = opened.get(name)
    if (known) return known
    // A collection of fonts would be something else; these are single ones.
    const file = create(readFileSync(files[name])) as Font
    const font = forPdf(file, name === 'regular' ? file : find('regular'))
    opened.set(name, font)
    return font
  }
  return find
}

/**
 * A font as pdfkit draws it: its lines are as high as those of another, so that texts in both stand on one baseline, and its characters are
 * not shaped. None of the scripts that it has needs shaping, which takes most of the time of a PDF; only kerning is lost.
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
