import type { Db } from '../../platform/db/db.ts'
import type { Attachment } from '../../platform/mail/emailRenderer.ts'
import { formatCents } from '../../wire/money.ts'
import type { InvoiceContent } from './contract.ts'
import { invoiceFileName, invoiceKindLabels, formatSellerLines, calculateInvoiceTotals } from './rules.ts'
import { categoryLabels, categoryNotes } from '../vat/labels.rules.ts'
import { formatRate } from '../vat/rates.rules.ts'
import { type InvoiceRow, getInvoice } from './service.ts'
import {
  formatPdfDate,
  PDF_CONTENT_WIDTH,
  PDF_MARGIN,
  PDF_RIGHT_EDGE,
  PdfWriter,
  type TextStyle,
} from '../../platform/text/pdf.ts'
import { countryName } from '../../wire/countries.ts'

/** The parts of an invoice that its PDF shows. */
type InvoiceDocument = Pick<InvoiceRow, 'kind' | 'number' | 'issuedAt' | 'taxPointAt' | 'content'>

const titleOf = ({ kind, content }: InvoiceDocument): string =>
  content.selfBilling?.title ?? invoiceKindLabels[kind]

/** An invoice as a mail attachment. @throws Problem NOT_FOUND */
export const loadInvoiceAttachment = async (db: Db, invoiceId: string): Promise<Attachment> =>
  renderInvoiceFile(await getInvoice(db, invoiceId))

/** An invoice or a credit note as a PDF file with its name. */
export const renderInvoiceFile = async (invoice: InvoiceDocument): Promise<Attachment> => ({
  filename: invoiceFileName(invoice),
  content: await invoicePdf(invoice),
  contentType: 'application/pdf',
})

/** Widths of the columns, in points. */
const AMOUNT_WIDTH = 90
const COUNT_WIDTH = 50
/** Heights of a total and of the notes under the totals, in points. */
const TOTAL_HEIGHT = 18
const NOTES_HEIGHT = 50
/** Width of the column with descriptions, in points. */
const TEXT_WIDTH = PDF_CONTENT_WIDTH - 2 * AMOUNT_WIDTH - COUNT_WIDTH

const muted = { isMuted: true }
const smallMuted = { isMuted: true, size: 9 }

/** An invoice or a credit note as a PDF, rendered at each request from the stored content. */
async function invoicePdf(invoice: InvoiceDocument): Promise<Buffer> {
  const page = await PdfWriter.open({
    Title: `${titleOf(invoice)} ${invoice.number}`,
    Author: invoice.content.seller.name,
    CreationDate: invoice.issuedAt,
  })
  drawHeader(page, invoice)
  drawParties(page, invoice)
  drawLines(page, invoice)
  drawTotals(page, invoice)
  drawFooter(page, invoice)
  return page.end()
}

function drawHeader(page: PdfWriter, invoice: InvoiceDocument): void {
  const { kind, number, issuedAt, taxPointAt, content } = invoice
  page.text(content.seller.name, { size: 28 })
  page.text(titleOf(invoice), { size: 16, isBold: true }, { as: 'H1', top: page.y + 24 })
  const paidOn = formatPdfDate(taxPointAt ?? issuedAt)
  const lines = [
    `Nummer ${number}`,
    `Datum ${formatPdfDate(issuedAt)}`,
    // The sentence that the law requires when it is another day (Dir. 2006/112 art. 226, 7°).
    paidOn !== formatPdfDate(issuedAt) &&
      `${kind === 'INVOICE' ? 'Betaald op' : 'Terugbetaling van'} ${paidOn}`,
    content.subject,
    content.credits && `Bij factuur ${content.credits}`,
    content.replaces && `In plaats van factuur ${content.replaces}`,
  ]
  for (const line of lines) if (line) page.text(line, muted, { gapAfter: 1 })
}

function drawParties(page: PdfWriter, { content: { seller, buyer } }: InvoiceDocument): void {
  const top = page.y + 24
  const width = PDF_CONTENT_WIDTH / 2 - 12
  const draw = (title: string, lines: string[], left: number): number => {
    page.group('Sect', () => {
      page.text(title, smallMuted, { as: 'H2', left, top })
      page.text(lines.join('\n'), {}, { left, top: top + 14, width, lineGap: 1 })
    })
    return page.y
  }
  const end = draw('Van', formatSellerLines(seller), PDF_MARGIN)
  page.y = Math.max(draw('Aan', buyer, PDF_MARGIN + PDF_CONTENT_WIDTH / 2), end) + 26
}

type Cells = [string, string, string, string]

/** Draws the lines; each is measured first, and a new page repeats the column titles. */
function drawLines(page: PdfWriter, { content }: InvoiceDocument): void {
  page.group('Table', () => {
    drawColumnTitles(page)
    for (const { text, quantity, unitCents } of content.lines) {
      if (page.ensureSpace(page.heightOf(text, {}, TEXT_WIDTH))) drawColumnTitles(page)
      drawRow(
        page,
        [text, String(quantity), formatCents(unitCents), formatCents(quantity * unitCents)],
        {},
        'TD',
      )
    }
  })
  page.drawRule()
}

function drawColumnTitles(page: PdfWriter): void {
  drawRow(page, ['Omschrijving', 'Aantal', 'Per stuk', 'Bedrag'], smallMuted, 'TH')
  page.drawRule()
}

function drawRow(
  page: PdfWriter,
  [text, count, each, amount]: Cells,
  style: TextStyle,
  as: 'TH' | 'TD',
): void {
  const top = page.y
  const height = page.heightOf(text, style, TEXT_WIDTH)
  const number = (value: string, left: number, width: number) =>
    page.text(value, style, { as, left, top, width, align: 'right' })
  page.group('TR', () => {
    page.text(text, style, { as, top, width: TEXT_WIDTH })
    number(count, PDF_MARGIN + TEXT_WIDTH, COUNT_WIDTH)
    number(each, PDF_MARGIN + TEXT_WIDTH + COUNT_WIDTH, AMOUNT_WIDTH)
    number(amount, PDF_RIGHT_EDGE - AMOUNT_WIDTH, AMOUNT_WIDTH)
  })
  page.y = top + height + 6
}

/** Draws the totals and the notes under them together, on the page of the last line or on the next. */
function drawTotals(page: PdfWriter, { content }: InvoiceDocument): void {
  const { net, vat, total } = calculateInvoiceTotals(content)
  const sum = (name: string, cents: number, style: TextStyle = muted) => {
    const top = page.y
    page.group('TR', () => {
      const left = PDF_RIGHT_EDGE - 3 * AMOUNT_WIDTH
      page.text(name, style, { as: 'TD', left, top, width: 2 * AMOUNT_WIDTH, align: 'right' })
      const amount = { left: PDF_RIGHT_EDGE - AMOUNT_WIDTH, width: AMOUNT_WIDTH, align: 'right' } as const
      page.text(formatCents(cents), style, { as: 'TD', top, ...amount })
    })
    page.y = top + TOTAL_HEIGHT
  }
  const paid = content.creditPayments?.length ?? 0
  const rows = listVatRows(content)
  page.ensureSpace((3 + paid + rows.length) * TOTAL_HEIGHT + NOTES_HEIGHT)
  if (rows.length > 0) drawVatTable(page, rows)
  page.group('Table', () => {
    if (vat !== 0) sum('Bedrag zonder btw', net)
    if (rows.length > 0) sum('Btw', vat)
    sum('Totaal', total, { isBold: true, size: 12 })
    for (const { text, cents } of content.creditPayments ?? []) sum(text, cents)
  })
}

/** Each rate: its name, the amount without VAT, the VAT, and the amount with it. */
const listVatRows = ({ vat }: InvoiceContent): Cells[] =>
  (vat.basis === 'NONE' ? [] : vat.groups).map(({ category, rate, grossCents, vatCents }) => {
    const place = vat.country ? `${countryName(vat.country)}, ` : ''
    const name =
      vat.basis === 'TAXED' && category !== 'EXEMPT' ? formatRate(rate * 100) : categoryLabels[category]
    return [
      `Btw ${place}${place ? name.toLowerCase() : name}`,
      formatCents(grossCents - vatCents),
      formatCents(vatCents),
      formatCents(grossCents),
    ]
  })

function drawVatTable(page: PdfWriter, rows: readonly Cells[]): void {
  const left = PDF_RIGHT_EDGE - 5 * AMOUNT_WIDTH
  const draw = ([name, ...amounts]: Cells, style: TextStyle, as: 'TH' | 'TD') => {
    const top = page.y
    page.group('TR', () => {
      page.text(name, style, { as, left, top, width: 2 * AMOUNT_WIDTH })
      for (const [index, amount] of amounts.entries())
        page.text(amount, style, {
          as,
          left: left + (index + 2) * AMOUNT_WIDTH,
          top,
          width: AMOUNT_WIDTH,
          align: 'right',
        })
    })
    page.y = top + TOTAL_HEIGHT
  }
  page.group('Table', () => {
    draw(['Tarief', 'Zonder btw', 'Btw', 'Met btw'], smallMuted, 'TH')
    for (const row of rows) draw(row, muted, 'TD')
  })
  page.y += 6
}
/** The notes that the law prescribes for amounts without VAT. */
const vatNotes = ({ vat }: InvoiceContent): (string | null)[] => [
  ...new Set(vat.groups.map(({ category }) => categoryNotes[category])),
]

function drawFooter(page: PdfWriter, { kind, content }: InvoiceDocument): void {
  const ownNotes = content.selfBilling?.notes
  if (ownNotes) return page.text(ownNotes.join('\n'), smallMuted, { top: page.y + 20, lineGap: 1 })
  const notes = [
    ...vatNotes(content),
    content.lines.some(({ isVoucher }) => isVoucher)
      ? 'Cadeaubon voor meervoudig gebruik: de btw wordt bij besteding berekend.'
      : null,
    kind === 'INVOICE'
      ? 'Dit bedrag is al betaald. Je hoeft niets meer te doen.'
      : content.isReplaced
        ? 'Er komt een andere factuur voor in de plaats. Het verschil betalen we terug op dezelfde manier als je betaald hebt.'
        : content.isToCredit
          ? 'Dit bedrag staat op je cadeaubon of je tegoed.'
          : 'Dit bedrag betalen we terug op dezelfde manier als je betaald hebt.',
  ].filter(note => note !== null)
  page.text(notes.join('\n'), smallMuted, { top: page.y + 20, lineGap: 1 })
}
