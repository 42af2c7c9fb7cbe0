import type { InvoiceContent, InvoiceKind } from '../../../money/invoices/contract.ts'
import { buildCreditNoteContent } from '../../../money/invoices/creditNote.rules.ts'
import {
  calculateInvoiceTotals,
  fiscalYear,
  formatInvoiceNumber,
  taxLines,
  toInvoiceSeller,
} from '../../../money/invoices/rules.ts'
import { countryCodeOf } from '../../../money/vat/countries.rules.ts'
import { defaultVatRates } from '../../../money/vat/rates.rules.ts'
import { currentTerms, decideTreatment, placeCustomer } from '../../../money/vat/rules.ts'
import { addMs } from './calendar.ts'
import type { History, InvoiceDraft } from './history.ts'

/** Milliseconds from a payment or refund to the job that writes its invoice or credit note. */
const ISSUING_MS = 2000

export function draftInvoice(
  { invoiceDrafts, newId }: History,
  draft: Pick<InvoiceDraft, 'paymentKind' | 'userId' | 'subjectId' | 'content' | 'country'>,
  paidAt: Date,
): InvoiceDraft {
  const at = addMs(paidAt, ISSUING_MS)
  const invoice = { ...draft, id: newId(at), at, credit: null }
  invoiceDrafts.push(invoice)
  return invoice
}

export function draftCreditNote(
  { invoiceDrafts, newId }: History,
  of: InvoiceDraft,
  credited: { refundId: string; amountCents: number; reason: string },
  refundedAt: Date,
): InvoiceDraft {
  const at = addMs(refundedAt, ISSUING_MS)
  const creditNote = { ...of, id: newId(at), at, credit: { ...credited, of } }
  invoiceDrafts.push(creditNote)
  return creditNote
}

/** Gives all drafts their numbers, in the order of their times, and notes the last number of each series. */
export function numberInvoices({ invoiceDrafts, rows, settings }: History): void {
  const lastSerials = new Map<string, { kind: InvoiceKind; year: number; lastSerial: number }>()
  const contents = new Map<string, InvoiceContent & { number: string }>()
  const seller = toInvoiceSeller(settings.company)
  const notes = new Map<string, InvoiceContent[]>()
  for (const draft of invoiceDrafts.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    const { id, userId, subjectId, at, credit } = draft
    const kind: InvoiceKind = credit ? 'CREDIT_NOTE' : 'INVOICE'
    const year = fiscalYear(at)
    const series = lastSerials.get(`${kind} ${year}`) ?? { kind, year, lastSerial: 0 }
    series.lastSerial += 1
    lastSerials.set(`${kind} ${year}`, series)
    const number = formatInvoiceNumber(kind, year, series.lastSerial)
    const invoiced = credit && contents.get(credit.of.id)
    const earlier = notes.get(subjectId) ?? []
    const content = invoiced
      ? buildCreditNoteContent(invoiced, credit, earlier)
      : { ...draft.content, seller, ...taxDraft(settings, draft), credits: null }
    if (invoiced) notes.set(subjectId, [...earlier, content])
    contents.set(id, { ...content, number })
    rows.invoices.push({
      id,
      kind,
      number,
      userId,
      subjectId,
      refundId: credit?.refundId ?? null,
      content,
      totalCents: calculateInvoiceTotals(content).total,
      issuedAt: at,
      taxPointAt: at,
    })
  }
  rows.invoiceSeries.push(...lastSerials.values())
}

function taxDraft(settings: History['settings'], draft: InvoiceDraft) {
  const { paymentKind, content, country = null, at } = draft
  const known = countryCodeOf(country)
  const [shipping, own] = paymentKind === 'ORDER' ? [known, null] : [null, known]
  const place = placeCustomer({ shipping, business: null, own, stated: null, payment: null })
  return taxLines(content.lines, decideTreatment(currentTerms(settings), place), defaultVatRates, at)
}
