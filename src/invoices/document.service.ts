import PdfDocument from 'pdfkit'
import type { Db } from '../platform/db.ts'
import type { Attachment } from '../platform/letter.ts'
import { formatCents } from '../wire/money.ts'
import { fileName, kindNames, sumsOf } from './rules.ts'
import { type InvoiceRow, readInvoice } from './service.ts'

/** An invoice as it goes along with a mail. @throws Problem NOT_FOUND */
export const invoiceAttachment = async (db: Db, invoiceId: string): Promise<Attachment> =>
  invoiceFile(await readInvoice(db, invoiceId))

/** An invoice or a credit note as a file. */
export async function invoiceFile(invoice: InvoiceRow): Promise<Attachment> {
  return { filename: fileName(invoice), content: await invoicePdf(invoice), contentType: 'application/pdf' }
}

/** A4 with margins, in points. */
const PAGE = { size: 'A4', margin: 56 } as const
const RIGHT = 595.28 - PAGE.margin
const WIDTH = RIGHT - PAGE.margin
/** Where each column of amounts ends, and how wide it is. */
const AMOUNT = 90
const COUNT = 50

const ink = '#1c1418'
const soft = '#6b5d63'
const line = '#d9cfca'

const date = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Brussels',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** An invoice or a credit note as a PDF. It is made anew whenever it is asked for, from what was kept of its day. */
function invoicePdf(invoice: InvoiceRow): Promise<Buffer> {
  const info = {
    Title: `${kindNames[invoice.kind]} ${invoice.number}`,
    Author: invoice.content.seller.name,
    CreationDate: invoice.issuedAt,
  }
  const page = new PdfDocument({ ...PAGE, info, lang: 'nl-NL', bufferPages: true })
  const done = collect(page)
  header(page, invoice)
  parties(page, invoice)
  lines(page, invoice)
  sums(page, invoice)
  footer(page, invoice)
  page.end()
  return done
}

type Page = InstanceType<typeof PdfDocument>

function collect(page: Page): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    page.on('data', (part: Buffer) => parts.push(part))
    page.on('end', () => resolve(Buffer.concat(parts)))
    page.on('error', reject)
  })
}

const plain = (page: Page, colour = ink, size = 10) => page.font('Helvetica').fontSize(size).fillColor(colour)
const strong = (page: Page, size = 10) => page.font('Helvetica-Bold').fontSize(size).fillColor(ink)

function header(page: Page, { kind, number, issuedAt, content }: InvoiceRow): void {
  page.font('Times-Roman').fontSize(28).fillColor(ink).text(content.seller.name, PAGE.margin, PAGE.margin)
  strong(page, 16).text(kindNames[kind], PAGE.margin, page.y + 28)
  plain(page, soft).text(`Nummer ${number}`, { paragraphGap: 2 })
  page.text(`Datum ${date.format(issuedAt)}`, { paragraphGap: 2 })
  page.text(content.subject)
  if (content.credits) page.text(`Bij factuur ${content.credits}`)
}

function parties(page: Page, { content: { seller, buyer } }: InvoiceRow): void {
  const top = page.y + 24
  const half = WIDTH / 2 - 12
  const facts = [
    seller.name,
    ...seller.address,
    seller.companyNumber && `Ondernemingsnummer ${seller.companyNumber}`,
    seller.vatNumber && `Btw-nummer ${seller.vatNumber}`,
    seller.email,
  ].filter(text => text !== null && text !== '')
  plain(page, soft, 9).text('Van', PAGE.margin, top)
  plain(page).text(facts.join('\n'), PAGE.margin, top + 14, { width: half, lineGap: 2 })
  const left = page.y
  plain(page, soft, 9).text('Aan', PAGE.margin + WIDTH / 2, top)
  plain(page).text(buyer.join('\n'), PAGE.margin + WIDTH / 2, top + 14, { width: half, lineGap: 2 })
  page.y = Math.max(page.y, left) + 28
}

/** Rows that break over pages by themselves: each is measured before it is drawn. */
function lines(page: Page, { content }: InvoiceRow): void {
  const text = WIDTH - 2 * AMOUNT - COUNT
  const row = (cells: [string, string, string, string], dress: (page: Page) => Page) => {
    const height = dress(page).heightOfString(cells[0], { width: text })
    if (page.y + height > page.page.height - 2 * PAGE.margin) page.addPage()
    const { y } = page
    page.text(cells[0], PAGE.margin, y, { width: text })
    page.text(cells[1], PAGE.margin + text, y, { width: COUNT, align: 'right' })
    page.text(cells[2], PAGE.margin + text + COUNT, y, { width: AMOUNT, align: 'right' })
    page.text(cells[3], RIGHT - AMOUNT, y, { width: AMOUNT, align: 'right' })
    page.y = y + height + 8
  }
  row(['Omschrijving', 'Aantal', 'Per stuk', 'Bedrag'], each => plain(each, soft, 9))
  rule(page)
  for (const { text: what, quantity, unitCents } of content.lines) {
    row([what, String(quantity), euros(unitCents), euros(quantity * unitCents)], each => plain(each))
  }
  rule(page)
}

function rule(page: Page): void {
  page.moveTo(PAGE.margin, page.y).lineTo(RIGHT, page.y).lineWidth(0.75).strokeColor(line).stroke()
  page.y += 10
}

function sums(page: Page, { content }: InvoiceRow): void {
  const { net, vat, total } = sumsOf(content)
  const row = (name: string, cents: number, dress: (page: Page) => Page) => {
    const { y } = page
    dress(page).text(name, RIGHT - 3 * AMOUNT, y, { width: 2 * AMOUNT, align: 'right' })
    page.text(euros(cents), RIGHT - AMOUNT, y, { width: AMOUNT, align: 'right' })
    page.y = y + 18
  }
  if (content.vatRate > 0) {
    row('Bedrag zonder btw', net, each => plain(each, soft))
    row(`Btw ${content.vatRate.toLocaleString('nl-NL')}%`, vat, each => plain(each, soft))
  }
  row('Totaal', total, each => strong(each, 12))
}

function footer(page: Page, { kind, content }: InvoiceRow): void {
  const notes = [
    content.vatRate === 0 &&
      'Bijzondere vrijstellingsregeling kleine ondernemingen: btw niet van toepassing.',
    kind === 'INVOICE'
      ? 'Dit bedrag is al betaald. Je hoeft niets meer te doen.'
      : 'Dit bedrag betalen we terug op dezelfde manier als je betaald hebt.',
  ].filter(note => note !== false)
  plain(page, soft, 9).text(notes.join('\n'), PAGE.margin, page.y + 20, { width: WIDTH, lineGap: 2 })
}

/** The fonts that every reader has know no narrow space. */
const euros = (cents: number): string => formatCents(cents).replace(/\s/g, ' ')
