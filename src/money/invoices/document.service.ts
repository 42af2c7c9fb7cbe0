import type { Db } from '../../platform/db.ts'
import type { Attachment } from '../../platform/letter.ts'
import { formatCents } from '../../wire/money.ts'
import type { InvoiceContent } from './contract.ts'
import { printable } from './printable.rules.ts'
import { exemption, fileName, kindNames, sellerFacts, sumsOf } from './rules.ts'
import { type InvoiceRow, readInvoice } from './service.ts'
import {
  dateOf,
  letterhead,
  makeRoom,
  newSheet,
  PAGE,
  plain,
  RIGHT,
  rule,
  type Sheet,
  soft,
  strong,
  WIDTH,
} from './sheet.service.ts'

/** An invoice as it goes along with a mail. @throws Problem NOT_FOUND */
export const invoiceAttachment = async (db: Db, invoiceId: string): Promise<Attachment> =>
  invoiceFile(await readInvoice(db, invoiceId))

/** An invoice or a credit note as a file. */
export async function invoiceFile(invoice: InvoiceRow): Promise<Attachment> {
  const shown = { ...invoice, content: legible(invoice.content) }
  return { filename: fileName(invoice), content: await invoicePdf(shown), contentType: 'application/pdf' }
}

/** Names and addresses come in any script. */
const legible = ({ seller, buyer, lines, ...content }: InvoiceContent): InvoiceContent => ({
  ...content,
  seller: { ...seller, name: printable(seller.name), address: seller.address.map(printable) },
  buyer: buyer.map(printable),
  lines: lines.map(each => ({ ...each, text: printable(each.text) })),
})

/** Where each column of amounts ends, and how wide it is. */
const AMOUNT = 90
const COUNT = 50
/** From one sum to the next, and what the notes under them take. */
const SUM = 18
const NOTES = 50
/** How wide what was sold is written. */
const TEXT = WIDTH - 2 * AMOUNT - COUNT

/** An invoice or a credit note as a PDF. It is made anew whenever it is asked for, from what was kept of its day. */
function invoicePdf(invoice: InvoiceRow): Promise<Buffer> {
  const info = {
    Title: `${kindNames[invoice.kind]} ${invoice.number}`,
    Author: invoice.content.seller.name,
    CreationDate: invoice.issuedAt,
  }
  const { page, file } = newSheet(info)
  header(page, invoice)
  parties(page, invoice)
  lines(page, invoice)
  sums(page, invoice)
  footer(page, invoice)
  page.end()
  return file
}

function header(page: Sheet, { kind, number, issuedAt, content }: InvoiceRow): void {
  letterhead(page, content.seller.name)
  strong(page, 16).text(kindNames[kind], PAGE.margin, page.y + 28)
  plain(page, soft).text(`Nummer ${number}`, { paragraphGap: 2 })
  page.text(`Datum ${dateOf(issuedAt)}`, { paragraphGap: 2 })
  page.text(content.subject)
  if (content.credits) page.text(`Bij factuur ${content.credits}`)
}

function parties(page: Sheet, { content: { seller, buyer } }: InvoiceRow): void {
  const top = page.y + 24
  const half = WIDTH / 2 - 12
  plain(page, soft, 9).text('Van', PAGE.margin, top)
  plain(page).text(sellerFacts(seller).join('\n'), PAGE.margin, top + 14, { width: half, lineGap: 2 })
  const left = page.y
  plain(page, soft, 9).text('Aan', PAGE.margin + WIDTH / 2, top)
  plain(page).text(buyer.join('\n'), PAGE.margin + WIDTH / 2, top + 14, { width: half, lineGap: 2 })
  page.y = Math.max(page.y, left) + 28
}

type Cells = [string, string, string, string]

/** Rows that break over pages by themselves: each is measured before it is drawn, and each page names its columns. */
function lines(page: Sheet, { content }: InvoiceRow): void {
  columns(page)
  for (const { text, quantity, unitCents } of content.lines) {
    const cells: Cells = [text, String(quantity), euros(unitCents), euros(quantity * unitCents)]
    if (makeRoom(page, plain(page).heightOfString(text, { width: TEXT }))) columns(page)
    row(plain(page), cells)
  }
  rule(page)
}

function columns(page: Sheet): void {
  row(plain(page, soft, 9), ['Omschrijving', 'Aantal', 'Per stuk', 'Bedrag'])
  rule(page)
}

function row(page: Sheet, [text, count, each, amount]: Cells): void {
  const { y } = page
  const height = page.heightOfString(text, { width: TEXT })
  page.text(text, PAGE.margin, y, { width: TEXT })
  page.text(count, PAGE.margin + TEXT, y, { width: COUNT, align: 'right' })
  page.text(each, PAGE.margin + TEXT + COUNT, y, { width: AMOUNT, align: 'right' })
  page.text(amount, RIGHT - AMOUNT, y, { width: AMOUNT, align: 'right' })
  page.y = y + height + 8
}

/** They stand together, with the notes under them, on the page on which the last line is or on the next. */
function sums(page: Sheet, { content }: InvoiceRow): void {
  const { net, vat, total } = sumsOf(content)
  const sum = (name: string, cents: number, dress: (page: Sheet) => Sheet) => {
    const { y } = page
    dress(page).text(name, RIGHT - 3 * AMOUNT, y, { width: 2 * AMOUNT, align: 'right' })
    page.text(euros(cents), RIGHT - AMOUNT, y, { width: AMOUNT, align: 'right' })
    page.y = y + SUM
  }
  makeRoom(page, 3 * SUM + NOTES)
  if (content.vatRate > 0) {
    sum('Bedrag zonder btw', net, each => plain(each, soft))
    sum(`Btw ${content.vatRate.toLocaleString('nl-NL')}%`, vat, each => plain(each, soft))
  }
  sum('Totaal', total, each => strong(each, 12))
}

function footer(page: Sheet, { kind, content }: InvoiceRow): void {
  const notes = [
    exemption(content),
    kind === 'INVOICE'
      ? 'Dit bedrag is al betaald. Je hoeft niets meer te doen.'
      : 'Dit bedrag betalen we terug op dezelfde manier als je betaald hebt.',
  ].filter(note => note !== null)
  plain(page, soft, 9).text(notes.join('\n'), PAGE.margin, page.y + 20, { width: WIDTH, lineGap: 2 })
}

/** The fonts that every reader has know no narrow space. */
const euros = (cents: number): string => formatCents(cents).replace(/\s/g, ' ')
