import type PdfDocument from 'pdfkit'

/** A PDF that is being written. */
export type PdfDoc = InstanceType<typeof PdfDocument>

/** A4 with margins, in points. */
export const PDF_PAGE = { size: 'A4', margin: 56 } as const
export const PDF_RIGHT_EDGE = 595.28 - PDF_PAGE.margin
export const PDF_CONTENT_WIDTH = PDF_RIGHT_EDGE - PDF_PAGE.margin
/** The lowest y of content, in points. */
const BOTTOM_EDGE = 841.89 - PDF_PAGE.margin

const textColour = '#1c1418'
export const mutedColour = '#6b5d63'
const lineColour = '#d9cfca'

const date = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Brussels',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

export const formatPdfDate = (at: Date): string => date.format(at)

/** A Dutch PDF on A4. `file` resolves to its bytes once `page.end()` was called. */
export async function createPdf(info: { Title: string; Author: string; CreationDate: Date }): Promise<{
  page: PdfDoc
  file: Promise<Buffer>
}> {
  // It is 20 MB of memory, which most nodes need seldom.
  const { default: PdfDocument } = await import('pdfkit')
  const page = new PdfDocument({ ...PDF_PAGE, info, lang: 'nl-NL' })
  return { page, file: collectBytes(page) }
}

/** A PDF of pictures alone, whose pages are added with their own sizes. */
export async function createPicturePdf(info: { Title: string; CreationDate: Date }): Promise<{
  pdf: PdfDoc
  file: Promise<Buffer>
}> {
  const { default: PdfDocument } = await import('pdfkit')
  const pdf = new PdfDocument({ autoFirstPage: false, info, lang: 'nl-NL' })
  return { pdf, file: collectBytes(pdf) }
}

function collectBytes(page: PdfDoc): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    page.on('data', (part: Buffer) => parts.push(part))
    page.on('end', () => resolve(Buffer.concat(parts)))
    page.on('error', reject)
  })
}

export const setBodyFont = (page: PdfDoc, colour = textColour, size = 10) =>
  page.font('Helvetica').fontSize(size).fillColor(colour)
export const setBoldFont = (page: PdfDoc, size = 10) =>
  page.font('Helvetica-Bold').fontSize(size).fillColor(textColour)

/** The sender's name at the top of the page. */
export const drawLetterhead = (page: PdfDoc, name: string) =>
  page.font('Times-Roman').fontSize(28).fillColor(textColour).text(name, PDF_PAGE.margin, PDF_PAGE.margin)

/** Begins a new page unless `height` points are left. @returns whether it did */
export function ensureSpace(page: PdfDoc, height: number): boolean {
  const isFull = page.y + height > BOTTOM_EDGE
  if (isFull) page.addPage()
  return isFull
}

export function drawHorizontalLine(page: PdfDoc): void {
  page
    .moveTo(PDF_PAGE.margin, page.y)
    .lineTo(PDF_RIGHT_EDGE, page.y)
    .lineWidth(0.75)
    .strokeColor(lineColour)
    .stroke()
  page.y += 10
}

/** In points. */
export function drawCheckbox(page: PdfDoc, left: number, top: number, size: number, isTicked: boolean): void {
  page.roundedRect(left, top, size, size, 2).lineWidth(1).strokeColor(textColour).stroke()
  if (!isTicked) return
  const at = (part: number) => part * size
  page
    .moveTo(left + at(0.2), top + at(0.55))
    .lineTo(left + at(0.42), top + at(0.78))
    .lineTo(left + at(0.82), top + at(0.24))
  page.lineWidth(1.5).stroke()
}
