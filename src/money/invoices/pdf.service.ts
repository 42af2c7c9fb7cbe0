import type { Db } from '../../platform/db.ts'
import type { Attachment } from '../../platform/emailRenderer.ts'
import { formatCents } from '../../wire/money.ts'
import type { InvoiceContent } from './contract.ts'
import { toPdfText } from './pdfText.rules.ts'
import { invoiceFileName, invoiceKindLabels, formatSellerLines, calculateInvoiceTotals } from './rules.ts'
import { countryName } from '../../wire/country.ts'
import { categoryLabels, categoryNotes, vatExemptionNote } from '../vat/labels.rules.ts'
import { formatRate } from '../vat/rates.rules.ts'
import { type InvoiceRow, getInvoice } from './service.ts'
import * as pdf from '../../platform/pdf.ts'

/** An invoice as a mail attachment. @throws Problem NOT_FOUND */
export const loadInvoiceAttachment = async (db: Db, invoiceId: string): Promise<Attachment> =>
  renderInvoiceFile(await getInvoice(db, invoiceId))

/** An invoice or a credit note as a PDF file with its name. */
export async function renderInvoiceFile(invoice: InvoiceRow): Promise<Attachment> {
  const shown = { ...invoice, content: withPdfText(invoice.content) }
  return {
    filename: invoiceFileName(invoice),
    content: await invoicePdf(shown),
    contentType: 'application/pdf',
  }
}

/** Names and addresses may be in any script. */
const withPdfText = ({ seller, buyer, lines, ...content }: InvoiceContent): InvoiceContent => ({
  ...content,
  seller: { ...seller, name: toPdfText(seller.name), address: seller.address.map(toPdfText) },
  buyer: buyer.map(toPdfText),
  lines: lines.map(each => ({ ...each, text: toPdfText(each.text) })),
})

/** Widths of the columns, in points. */
const AMOUNT_WIDTH = 90
const COUNT_WIDTH = 50
/** Heights of a total and of the notes under the totals, in points. */
const TOTAL_HEIGHT = 18
const NOTES_HEIGHT = 50
/** Width of the column with descriptions, in points. */
const TEXT_WIDTH = pdf.PDF_CONTENT_WIDTH - 2 * AMOUNT_WIDTH - COUNT_WIDTH

/** An invoice or a credit note as a PDF, rendered at each request from the stored content. */
async function invoicePdf(invoice: InvoiceRow): Promise<Buffer> {
  const { page, file } = await pdf.createPdf({
    Title: `${invoiceKindLabels[invoice.kind]} ${invoice.number}`,
    Author: invoice.content.seller.name,
    CreationDate: invoice.issuedAt,
  })
  drawHeader(page, invoice)
  drawParties(page, invoice)
  drawLines(page, invoice)
  drawTotals(page, invoice)
  drawFooter(page, invoice)
  page.end()
  return file
}

function drawHeader(page: pdf.PdfDoc, { kind, number, issuedAt, taxPointAt, content }: InvoiceRow): void {
  pdf.drawLetterhead(page, content.seller.name)
  pdf.setBoldFont(page, 16).text(invoiceKindLabels[kind], pdf.PDF_PAGE.margin, page.y + 28)
  pdf.setBodyFont(page, pdf.mutedColour).text(`Nummer ${number}`, { paragraphGap: 2 })
  page.text(`Datum ${pdf.formatPdfDate(issuedAt)}`, { paragraphGap: 2 })
  const paidOn = pdf.formatPdfDate(taxPointAt ?? issuedAt)
  // What the law wants to be said when it is another day (Dir. 2006/112 art. 226, 7°).
  if (paidOn !== pdf.formatPdfDate(issuedAt))
    page.text(`${kind === 'INVOICE' ? 'Betaald op' : 'Terugbetaling van'} ${paidOn}`, { paragraphGap: 2 })
  page.text(content.subject)
  if (content.credits) page.text(`Bij factuur ${content.credits}`)
  if (content.replaces) page.text(`In plaats van factuur ${content.replaces}`)
}

function drawParties(page: pdf.PdfDoc, { content: { seller, buyer } }: InvoiceRow): void {
  const top = page.y + 24
  const draw = (title: string, lines: string[], left: number): number => {
    pdf.setBodyFont(page, pdf.mutedColour, 9).text(title, left, top)
    pdf.setBodyFont(page).text(lines.join('\n'), left, top + 14, {
      width: pdf.PDF_CONTENT_WIDTH / 2 - 12,
      lineGap: 2,
    })
    return page.y
  }
  const end = draw('Van', formatSellerLines(seller), pdf.PDF_PAGE.margin)
  page.y = Math.max(draw('Aan', buyer, pdf.PDF_PAGE.margin + pdf.PDF_CONTENT_WIDTH / 2), end) + 28
}

type Cells = [string, string, string, string]

/** Draws the lines; each is measured first, and a new page repeats the column titles. */
function drawLines(page: pdf.PdfDoc, { content }: InvoiceRow): void {
  drawColumnTitles(page)
  for (const { text, quantity, unitCents } of content.lines) {
    const cells: Cells = [text, String(quantity), formatEuros(unitCents), formatEuros(quantity * unitCents)]
    if (pdf.ensureSpace(page, pdf.setBodyFont(page).heightOfString(text, { width: TEXT_WIDTH })))
      drawColumnTitles(page)
    drawRow(pdf.setBodyFont(page), cells)
  }
  pdf.drawHorizontalLine(page)
}

function drawColumnTitles(page: pdf.PdfDoc): void {
  drawRow(pdf.setBodyFont(page, pdf.mutedColour, 9), ['Omschrijving', 'Aantal', 'Per stuk', 'Bedrag'])
  pdf.drawHorizontalLine(page)
}

function drawRow(page: pdf.PdfDoc, [text, count, each, amount]: Cells): void {
  const { y } = page
  const height = page.heightOfString(text, { width: TEXT_WIDTH })
  page.text(text, pdf.PDF_PAGE.margin, y, { width: TEXT_WIDTH })
  page.text(count, pdf.PDF_PAGE.margin + TEXT_WIDTH, y, { width: COUNT_WIDTH, align: 'right' })
  page.text(each, pdf.PDF_PAGE.margin + TEXT_WIDTH + COUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: 'right' })
  page.text(amount, pdf.PDF_RIGHT_EDGE - AMOUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: 'right' })
  page.y = y + height + 8
}

/** Draws the totals and the notes under them together, on the page of the last line or on the next. */
function drawTotals(page: pdf.PdfDoc, { content }: InvoiceRow): void {
  const { net, vat, total } = calculateInvoiceTotals(content)
  const sum = (name: string, cents: number, setFont = () => pdf.setBodyFont(page, pdf.mutedColour)) => {
    const { y } = page
    setFont().text(name, pdf.PDF_RIGHT_EDGE - 3 * AMOUNT_WIDTH, y, {
      width: 2 * AMOUNT_WIDTH,
      align: 'right',
    })
    page.text(formatEuros(cents), pdf.PDF_RIGHT_EDGE - AMOUNT_WIDTH, y, {
      width: AMOUNT_WIDTH,
      align: 'right',
    })
    page.y = y + TOTAL_HEIGHT
  }
  const paid = content.creditPayments?.length ?? 0
  const rows = listVatRows(content)
  pdf.ensureSpace(page, (3 + paid + rows.length) * TOTAL_HEIGHT + NOTES_HEIGHT)
  if (rows.length > 0) drawVatTable(page, rows)
  if (vat !== 0) sum('Bedrag zonder btw', net)
  if (rows.length > 0) sum('Btw', vat)
  else if (content.vatRate > 0) sum(`Btw ${content.vatRate.toLocaleString('nl-NL')}%`, vat)
  sum('Totaal', total, () => pdf.setBoldFont(page, 12))
  for (const { text, cents } of content.creditPayments ?? []) sum(text, cents)
}

/** What is of each rate: its name, the amount without VAT, the VAT, and the amount with it. */
const listVatRows = ({ vat }: InvoiceContent): Cells[] =>
  (vat?.basis === 'NONE' ? [] : (vat?.groups ?? [])).map(({ category, rate, grossCents, vatCents }) => {
    const place = vat?.country ? `${countryName(vat.country)}, ` : ''
    const name =
      vat?.basis === 'TAXED' && category !== 'EXEMPT' ? formatRate(rate * 100) : categoryLabels[category]
    return [
      `Btw ${place}${place ? name.toLowerCase() : name}`,
      formatEuros(grossCents - vatCents),
      formatEuros(vatCents),
      formatEuros(grossCents),
    ]
  })

function drawVatTable(page: pdf.PdfDoc, rows: readonly Cells[]): void {
  const left = pdf.PDF_RIGHT_EDGE - 5 * AMOUNT_WIDTH
  const draw = (cells: Cells) => {
    const { y } = page
    cells.forEach((text, index) =>
      page.text(text, index === 0 ? left : left + (index + 1) * AMOUNT_WIDTH, y, {
        width: index === 0 ? 2 * AMOUNT_WIDTH : AMOUNT_WIDTH,
        align: index === 0 ? 'left' : 'right',
      }),
    )
    page.y = y + TOTAL_HEIGHT
  }
  pdf.setBodyFont(page, pdf.mutedColour, 9)
  draw(['Tarief', 'Zonder btw', 'Btw', 'Met btw'])
  pdf.setBodyFont(page, pdf.mutedColour)
  for (const row of rows) draw(row)
  page.y += 6
}

/** What the law wants to be said of what has no VAT. */
const vatNotes = (content: InvoiceContent): (string | null)[] =>
  content.vat
    ? [...new Set(content.vat.groups.map(({ category }) => categoryNotes[category]))]
    : [vatExemptionNote(content)]

function drawFooter(page: pdf.PdfDoc, { kind, content }: InvoiceRow): void {
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
  pdf.setBodyFont(page, pdf.mutedColour, 9).text(notes.join('\n'), pdf.PDF_PAGE.margin, page.y + 20, {
    width: pdf.PDF_CONTENT_WIDTH,
    lineGap: 2,
  })
}

/** The standard PDF fonts have neither a narrow space nor a minus sign. */
const formatEuros = (cents: number): string => formatCents(cents).replace(/\s/g, ' ').replace('−', '–')
