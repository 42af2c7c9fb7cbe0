import { simulatorPayments, simulatorRefunds } from '../../../simulators/mollie/table.ts'
import type { InvoiceContent } from '../../money/invoices/contract.ts'
import { buildCreditNoteContent } from '../../money/invoices/creditNote.rules.ts'
import {
  calculateInvoiceTotals,
  fiscalYear,
  formatInvoiceNumber,
  taxLines,
  toInvoiceSeller,
  type UntaxedLine,
} from '../../money/invoices/rules.ts'
import { invoices, invoiceSeries } from '../../money/invoices/table.ts'
import { type PaymentKind, webhookPath } from '../../money/payments/contract.ts'
import { payments, refunds } from '../../money/payments/table.ts'
import { countryCodeOf } from '../../money/vat/countries.rules.ts'
import { defaultVatRates } from '../../money/vat/rates.rules.ts'
import { currentTerms, decideTreatment, placeCustomer } from '../../money/vat/rules.ts'
import { type PaymentMethod, paymentFee } from '../../wire/paymentSettings.ts'
import { addMs, MINUTE } from './calendar.ts'
import type { History } from './history.ts'
import { randomText } from './random.ts'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
/** Milliseconds from a payment or refund to the job that writes its invoice or credit note. */
const ISSUING_MS = 2000
/** Minutes that the simulated provider waits for a payment. */
const PAYABLE_MINUTES = 15

interface PaidThing {
  kind: PaymentKind
  subjectId: string
  userId: string
  amountCents: number
}
export type PaidRecord = ReturnType<typeof recordPaid>

/** A payment, of which the simulated provider knows the same. */
export function recordPayment(
  history: History,
  thing: PaidThing,
  createdAt: Date,
  { settledAt, status }: { settledAt: Date | null; status: 'PAID' | 'EXPIRED' | 'OPEN' },
) {
  const { rows, newId, dice, settings, origin } = history
  const id = newId(createdAt)
  const providerId = `tr_${randomText(dice, letters, 10)}`
  const expiresAt = addMs(createdAt, PAYABLE_MINUTES * MINUTE)
  const atProvider = rows.add(simulatorPayments, {
    id: providerId,
    status: status.toLowerCase() as 'paid' | 'expired' | 'open',
    statusAt: settledAt,
    currency: 'EUR',
    amountCents: thing.amountCents,
    refundedCents: 0,
    description: settings.shopName,
    redirectUrl: `${origin}/api/payments/return?payment=${id}`,
    webhookUrl: origin + webhookPath('mollie'),
    metadata: { paymentId: id },
    createdAt,
    expiresAt,
  })
  const checkoutUrl = status === 'OPEN' ? `${origin}/simulator/mollie/checkout/${providerId}` : null
  // A settled one is never fetched again: the simulator changes nothing by itself.
  const pollAt = settledAt ? null : addMs(expiresAt, MINUTE)
  const state = { status, createdAt, settledAt, checkoutUrl, pollAt }
  const method: PaymentMethod = rows.of(payments).length % 2 ? 'CARD' : 'IDEAL'
  const paid = status === 'PAID' && { method, feeCents: paymentFee(settings, method, thing.amountCents) }
  rows.add(payments, { id, provider: 'mollie', providerId, ...thing, ...state, ...paid })
  return { id, atProvider }
}

/**
 * A payment that arrived, and its invoice.
 * @param country where it was sent or, when nothing was, where the buyer lives
 */
export function recordPaid(
  history: History,
  thing: PaidThing,
  { createdAt, paidAt }: { createdAt: Date; paidAt: Date },
  { lines, ...content }: Pick<InvoiceContent, 'buyer' | 'subject'> & { lines: UntaxedLine[] },
  country: string | null,
) {
  const payment = recordPayment(history, thing, createdAt, { settledAt: paidAt, status: 'PAID' })
  const terms = currentTerms(history.settings)
  const known = countryCodeOf(country)
  const [shipping, own] = thing.kind === 'ORDER' ? [known, null] : [null, known]
  const place = placeCustomer({ shipping, business: null, own, stated: null, payment: null })
  const taxed = taxLines(lines, decideTreatment(terms, place), defaultVatRates, paidAt)
  const seller = toInvoiceSeller(history.settings.company)
  const { userId, subjectId } = thing
  const invoiced = { userId, subjectId, content: { ...content, seller, ...taxed, credits: null } }
  return { payment, invoice: addInvoice(history, paidAt, { kind: 'INVOICE', ...invoiced }) }
}

/** A refund, of which the simulated provider knows the same, with its credit note: the only one of its invoice. */
export function recordRefund(
  history: History,
  { payment: { id: paymentId, atProvider }, invoice }: PaidRecord,
  { amountCents, reason }: { amountCents: number; reason: string },
  at: Date,
): string {
  const { rows, newId, dice, settings } = history
  const refundId = newId(at)
  const id = `re_${randomText(dice, letters, 10)}`
  const refund = { paymentId, amountCents, reason, credits: true, providerId: id, triedAt: at, createdAt: at }
  rows.add(refunds, { id: refundId, ...refund })
  atProvider.refundedCents += amountCents
  const sent = { paymentId: atProvider.id, status: 'refunded' as const, amountCents, currency: 'EUR' }
  const told = { description: settings.shopName, metadata: { refundId, attempt: 1 } }
  rows.add(simulatorRefunds, { id, ...sent, ...told, createdAt: at })
  const content = buildCreditNoteContent({ ...invoice.content, number: '' }, { amountCents, reason })
  const { userId, subjectId } = invoice
  addInvoice(history, at, { kind: 'CREDIT_NOTE', userId, subjectId, content, refundId })
  return refundId
}

type InvoiceRow = typeof invoices.$inferInsert

/** An invoice or credit note, without a number: `numberInvoices` gives all of them theirs, in the order of their times. */
function addInvoice(
  { rows, newId }: History,
  at: Date,
  row: Pick<InvoiceRow, 'kind' | 'userId' | 'subjectId' | 'content' | 'refundId'>,
) {
  const issuedAt = addMs(at, ISSUING_MS)
  const totalCents = calculateInvoiceTotals(row.content).total
  const times = { issuedAt, taxPointAt: issuedAt }
  return rows.add(invoices, { id: newId(issuedAt), ...row, number: '', totalCents, ...times })
}

/** Numbers the invoices and credit notes, and notes the last number of each series. */
export function numberInvoices({ rows }: History): void {
  const all = rows.of(invoices).sort((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime())
  for (const issued of Map.groupBy(all, each => each.kind + fiscalYear(each.issuedAt)).values())
    for (const [index, invoice] of issued.entries()) {
      const { kind, issuedAt, subjectId, content } = invoice
      const year = fiscalYear(issuedAt)
      if (index === 0) rows.add(invoiceSeries, { kind, year, lastSerial: issued.length })
      invoice.number = formatInvoiceNumber(kind, year, index + 1)
      // Its invoice is older, and of a series that has its numbers by now.
      if (kind === 'CREDIT_NOTE')
        content.credits = all.find(each => each.subjectId === subjectId)?.number ?? null
    }
}
