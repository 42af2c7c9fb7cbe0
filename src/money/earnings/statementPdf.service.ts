import { formatCents } from '../../wire/money.ts'
import {
  formatPdfDate,
  PDF_CONTENT_WIDTH,
  PDF_MARGIN,
  PDF_RIGHT_EDGE,
  PdfWriter,
} from '../../platform/text/pdf.ts'
import { type ChainEntry, type ChainHead, followChain } from './chain.service.ts'
import { sourceLabels, typeLabels } from './labels.rules.ts'
import type { Statement } from './statementFile.service.ts'

const describe = ({ type, source, minutes, reason }: ChainEntry): string =>
  [typeLabels[type], source && sourceLabels[source].toLowerCase(), minutes > 0 && `${minutes} min`, reason]
    .filter(Boolean)
    .join(', ')

const describeHead = ({ sequence, hash }: ChainHead): string =>
  sequence === 0 ? 'nog geen regel' : `regel ${sequence}\n${hash}`

/** Widths of the columns, in points. */
const NUMBER_WIDTH = 40
const DAY_WIDTH = 110
const AMOUNT_WIDTH = 90
const TEXT_WIDTH = PDF_CONTENT_WIDTH - NUMBER_WIDTH - DAY_WIDTH - AMOUNT_WIDTH

const muted = { isMuted: true, size: 9 }

/**
 * A statement as PDF: a line an entry, the sum, and the head of the chain before and after them, which are those of the CSV.
 * @param about the shop's name, the last day of the statement, and its period in words
 */
export async function renderStatement(
  { from, entries }: Statement,
  { shopName, period, at }: { shopName: string; period: string; at: Date },
): Promise<Buffer> {
  const page = await PdfWriter.open({ Title: `Verdiensten ${period}`, Author: shopName, CreationDate: at })
  page.text(shopName, { size: 28 })
  page.text('Verdiensten', { size: 16, isBold: true }, { as: 'H1', top: page.y + 24 })
  page.text(period, muted, { gapAfter: 12 })
  page.group('Table', () => {
    drawRow(page, ['Regel', 'Datum', 'Omschrijving', 'Bedrag'], 'TH')
    page.drawRule()
    for (const entry of entries)
      drawRow(
        page,
        [String(entry.sequence), formatPdfDate(entry.createdAt), describe(entry), formatCents(entry.cents)],
        'TD',
      )
    page.drawRule()
    const sum = entries.reduce((cents, entry) => cents + entry.cents, 0)
    drawRow(page, ['', '', 'Samen', formatCents(sum)], 'TD')
  })
  const { head } = followChain(from, entries)
  page.ensureSpace(120)
  const heads = [
    ['Keten voor deze week', from],
    ['Keten na deze week', head],
  ] as const
  for (const [name, place] of heads) {
    page.text(name, muted, { as: 'H2', top: page.y + 12 })
    page.text(describeHead(place), muted)
  }
  page.text(
    'Elke regel draagt een controlegetal van zichzelf en van de regel ervoor. Het bestand (CSV) van dezelfde week heeft ze allemaal.',
    muted,
    { top: page.y + 12 },
  )
  return page.end()
}

function drawRow(
  page: PdfWriter,
  [number, day, text, amount]: [string, string, string, string],
  as: 'TH' | 'TD',
): void {
  const style = as === 'TH' ? muted : {}
  const height = page.heightOf(text, style, TEXT_WIDTH)
  page.ensureSpace(height + 6)
  const top = page.y
  page.group('TR', () => {
    page.text(number, style, { as, top, width: NUMBER_WIDTH })
    page.text(day, style, { as, left: PDF_MARGIN + NUMBER_WIDTH, top, width: DAY_WIDTH })
    page.text(text, style, { as, left: PDF_MARGIN + NUMBER_WIDTH + DAY_WIDTH, top, width: TEXT_WIDTH })
    page.text(amount, style, {
      as,
      left: PDF_RIGHT_EDGE - AMOUNT_WIDTH,
      top,
      width: AMOUNT_WIDTH,
      align: 'right',
    })
  })
  page.y = top + height + 6
}
