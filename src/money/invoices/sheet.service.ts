import PdfDocument from 'pdfkit'

/** A PDF that is being written. */
export type Sheet = InstanceType<typeof PdfDocument>

/** A4 with margins, in points. */
export const PAGE = { size: 'A4', margin: 56 } as const
export const RIGHT = 595.28 - PAGE.margin
export const WIDTH = RIGHT - PAGE.margin
/** Where what is written has to end. */
const BOTTOM = 841.89 - PAGE.margin

const ink = '#1c1418'
export const soft = '#6b5d63'
const line = '#d9cfca'

const date = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Brussels',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

export const dateOf = (at: Date): string => date.format(at)

/** A PDF in Dutch, on A4, and what it is as a file once it has ended. */
export function newSheet(info: { Title: string; Author: string; CreationDate: Date }): {
  page: Sheet
  file: Promise<Buffer>
} {
  const page = new PdfDocument({ ...PAGE, info, lang: 'nl-NL' })
  return { page, file: collect(page) }
}

function collect(page: Sheet): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    page.on('data', (part: Buffer) => parts.push(part))
    page.on('end', () => resolve(Buffer.concat(parts)))
    page.on('error', reject)
  })
}

export const plain = (page: Sheet, colour = ink, size = 10) =>
  page.font('Helvetica').fontSize(size).fillColor(colour)
export const strong = (page: Sheet, size = 10) => page.font('Helvetica-Bold').fontSize(size).fillColor(ink)

/** Whose paper it is, at the head of it. */
export const letterhead = (page: Sheet, name: string) =>
  page.font('Times-Roman').fontSize(28).fillColor(ink).text(name, PAGE.margin, PAGE.margin)

/** Begins a new page unless there is room for something that stays together, this many points high. */
export function makeRoom(page: Sheet, height: number): boolean {
  const isFull = page.y + height > BOTTOM
  if (isFull) page.addPage()
  return isFull
}

export function rule(page: Sheet): void {
  page.moveTo(PAGE.margin, page.y).lineTo(RIGHT, page.y).lineWidth(0.75).strokeColor(line).stroke()
  page.y += 10
}

/** A box to tick, this large; with its tick when it is done. */
export function box(page: Sheet, left: number, top: number, size: number, isTicked: boolean): void {
  page.roundedRect(left, top, size, size, 2).lineWidth(1).strokeColor(ink).stroke()
  if (!isTicked) return
  const at = (part: number) => part * size
  page
    .moveTo(left + at(0.2), top + at(0.55))
    .lineTo(left + at(0.42), top + at(0.78))
    .lineTo(left + at(0.82), top + at(0.24))
  page.lineWidth(1.5).stroke()
}
