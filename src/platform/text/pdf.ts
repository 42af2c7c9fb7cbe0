import type PdfDocument from 'pdfkit'
import { type FindPdfFont, openPdfFonts } from './pdfFonts.ts'
import { type FontRun, type PdfFont, splitByFont } from './pdfText.rules.ts'

type PdfDoc = InstanceType<typeof PdfDocument>
type StructureElement = ReturnType<PdfDoc['struct']>

/** A4 with margins, in points. */
export const PDF_MARGIN = 56
export const PDF_RIGHT_EDGE = 595.28 - PDF_MARGIN
export const PDF_CONTENT_WIDTH = PDF_RIGHT_EDGE - PDF_MARGIN
/** The lowest y of content, in points. */
const BOTTOM_EDGE = 841.89 - PDF_MARGIN

const textColour = '#1c1418'
const mutedColour = '#6b5d63'
const lineColour = '#d9cfca'

const date = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Brussels',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

export const formatPdfDate = (at: Date): string => date.format(at)

interface PdfInfo {
  Title: string
  Author?: string
  CreationDate: Date
}

/** A text's role for those who have it read out (ISO 32000-1, 14.8.4). */
type TextTag = 'P' | 'H1' | 'H2' | 'TH' | 'TD'
/** The tags of groups with roles of their own. */
type GroupTag = 'Sect' | 'Table' | 'TR'

export interface TextStyle {
  /** In points. */
  size?: number
  isBold?: boolean
  isMuted?: boolean
}

/** Where a text is drawn, in points; by default over the whole width, under the last drawing. */
export interface TextPosition {
  as?: TextTag
  left?: number
  top?: number
  width?: number
  align?: 'left' | 'right'
  /** Between its lines, and after them. */
  lineGap?: number
  gapAfter?: number
}

/** A Dutch PDF on A4 with embedded fonts, whose contents are tagged for screen readers. */
export class PdfWriter {
  readonly #doc: PdfDoc
  readonly #file: Promise<Buffer>
  readonly #findFont: FindPdfFont
  readonly #root: StructureElement
  /** The parent of the present drawing. */
  #parent: StructureElement

  private constructor(doc: PdfDoc, findFont: FindPdfFont) {
    this.#doc = doc
    this.#file = collectBytes(doc)
    this.#findFont = findFont
    this.#root = this.#parent = addRoot(doc)
  }

  static async open(info: PdfInfo): Promise<PdfWriter> {
    const doc = await createDocument(info, { size: 'A4', margin: PDF_MARGIN })
    return new PdfWriter(doc, await openPdfFonts())
  }

  /** Where the next text is drawn, in points from the top. */
  get y(): number {
    return this.#doc.y
  }

  set y(top: number) {
    this.#doc.y = top
  }

  /** Draws a text in any script; each line of it is a part of its own. */
  text(
    text: string,
    style: TextStyle = {},
    { as = 'P', top = this.y, gapAfter = 0, ...position }: TextPosition = {},
  ): void {
    const options: object = as === 'TH' ? { scope: 'Column' } : {}
    this.y = top
    for (const line of text.split('\n'))
      this.#parent.add(this.#doc.struct(as, options, [() => this.#drawLine(line, style, position)]))
    this.y += gapAfter
  }

  /** Makes the drawing of `draw` one part, such as a row of a table. */
  group(tag: GroupTag, draw: () => void): void {
    const outer = this.#parent
    const group = this.#doc.struct(tag)
    outer.add(group)
    this.#parent = group
    draw()
    group.end()
    this.#parent = outer
  }

  /** The height of a text in points, at least. */
  heightOf(text: string, style: TextStyle, width: number): number {
    const fonts = new Set(text.split('\n').flatMap(line => this.#split(line, style).map(({ font }) => font)))
    const heights = [...fonts].map(font => this.#set(font, style).heightOfString(text, { width }))
    return Math.max(...heights)
  }

  /** Begins a new page unless `height` points are left. @returns whether it did */
  ensureSpace(height: number): boolean {
    const isFull = this.y + height > BOTTOM_EDGE
    if (isFull) this.addPage()
    return isFull
  }

  addPage(): void {
    this.#doc.addPage()
  }

  /** A line over the whole width. */
  drawRule(): void {
    const doc = this.#doc
    const { y } = doc
    // Layout has no meaning to be read out.
    doc.markContent('Artifact', { type: 'Layout' })
    doc.moveTo(PDF_MARGIN, y).lineTo(PDF_RIGHT_EDGE, y).lineWidth(0.75).strokeColor(lineColour).stroke()
    doc.endMarkedContent()
    doc.y = y + 10
  }

  /** @param size in points, as the position @param meaning for those who have it read out */
  drawCheckbox(left: number, top: number, size: number, isTicked: boolean, meaning: string): void {
    const doc = this.#doc
    const at = (part: number) => part * size
    const draw = () => {
      doc.roundedRect(left, top, size, size, 2).lineWidth(1).strokeColor(textColour).stroke()
      if (!isTicked) return
      doc
        .moveTo(left + at(0.2), top + at(0.55))
        .lineTo(left + at(0.42), top + at(0.78))
        .lineTo(left + at(0.82), top + at(0.24))
      doc.lineWidth(1.5).stroke()
    }
    this.#parent.add(
      doc.struct('Figure', figureOptions(meaning, { left, top, width: size, height: size }), [draw]),
    )
  }

  /** @returns its bytes */
  end(): Promise<Buffer> {
    this.#root.end()
    this.#doc.end()
    return this.#file
  }

  #drawLine(
    line: string,
    style: TextStyle,
    { left = PDF_MARGIN, width = PDF_RIGHT_EDGE - left, align = 'left', lineGap = 0 }: TextPosition,
  ): void {
    const runs = this.#split(line, style)
    for (const [index, run] of runs.entries()) {
      const options = { width, align, lineGap, continued: index < runs.length - 1 }
      const doc = this.#set(run.font, style)
      if (index === 0) doc.text(run.text, left, this.y, options)
      else doc.text(run.text, options)
    }
  }

  #split = (line: string, { isBold = false }: TextStyle): FontRun[] =>
    splitByFont(line, isBold ? 'bold' : 'regular', (font, codePoint) =>
      this.#findFont(font).hasGlyphForCodePoint(codePoint),
    )

  #set(font: PdfFont, { size = 10, isMuted = false }: TextStyle): PdfDoc {
    // A font of fontkit is taken as it is, which its types do not say.
    this.#doc.registerFont(font, this.#findFont(font) as never)
    return this.#doc
      .font(font)
      .fontSize(size)
      .fillColor(isMuted ? mutedColour : textColour)
  }
}

/** A PDF of pictures alone, on pages of any size. */
export class PicturePdfWriter {
  readonly #doc: PdfDoc
  readonly #file: Promise<Buffer>
  readonly #root: StructureElement

  private constructor(doc: PdfDoc) {
    this.#doc = doc
    this.#file = collectBytes(doc)
    this.#root = addRoot(doc)
  }

  static open = async (info: PdfInfo): Promise<PicturePdfWriter> =>
    new PicturePdfWriter(await createDocument(info, { autoFirstPage: false }))

  /** @param size width and height, in points */
  addPage(size: [number, number]): void {
    this.#doc.addPage({ size, margin: 0 })
  }

  /** Draws a picture in the middle of a box. @param box in points @param meaning for those who have it read out */
  draw(picture: Buffer, box: Box, meaning: string): void {
    const { left, top, width, height } = box
    const draw = () =>
      void this.#doc.image(picture, left, top, { fit: [width, height], align: 'center', valign: 'center' })
    this.#root.add(this.#doc.struct('Figure', figureOptions(meaning, box), [draw]))
  }

  /** @returns its bytes */
  end(): Promise<Buffer> {
    this.#root.end()
    this.#doc.end()
    return this.#file
  }
}

async function createDocument(info: PdfInfo, options: PDFKit.PDFDocumentOptions): Promise<PdfDoc> {
  // It is 20 MB of memory, which most nodes need seldom.
  const { default: PdfDocument } = await import('pdfkit')
  const common = { info, lang: 'nl-NL', tagged: true, displayTitle: true, pdfVersion: '1.7' } as const
  // Without a font of its own, of which it would read the metrics.
  return new PdfDocument({ ...common, ...options, font: '' })
}

/** In points. */
interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The types of pdfkit do not know the box. */
const figureOptions = (alt: string, { left, top, width, height }: Box): object => ({
  alt,
  bbox: [left, top, left + width, top + height],
})

function addRoot(doc: PdfDoc): StructureElement {
  const root = doc.struct('Document')
  doc.addStructure(root)
  return root
}

function collectBytes(doc: PdfDoc): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
}
