import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import type { VatCategory } from '../vat/contract.ts'
import { categoryNotes } from '../vat/labels.rules.ts'
import type { InvoiceContent, InvoiceKind } from './contract.ts'
import { part, text, vatScheme } from './ublElement.rules.ts'
import { buyerParty, isForPeppol, sellerParty } from './ublParties.rules.ts'
import { element, writeXml, type XmlElement } from './xml.rules.ts'

/** An invoice or a credit note. */
interface UblInvoice {
  kind: InvoiceKind
  number: string
  issuedAt: Date
  /** When its VAT became due; null for the time of its issue. */
  taxPointAt?: Date | null
  content: InvoiceContent
}

const EN_16931 = 'urn:cen.eu:en16931:2017'
const PEPPOL = `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const PEPPOL_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** Of Peppol BIS Self-Billing 3.0, which the buyer writes. */
const SELF_BILLING = `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`
const SELF_BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0'

const namespaces = {
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

/** The codes of UNCL 5305 for each category; a reversed charge is of goods (K) or of services (AE). */
const categoryCodes: Record<VatCategory, string> = {
  STANDARD: 'S',
  REDUCED: 'S',
  EXEMPT: 'E',
  SMALL_ENTERPRISE: 'E',
  REVERSE_CHARGE: 'AE',
  OUTSIDE_EU: 'G',
  NONE: 'O',
}

/** Why there is no VAT; none where there is. */
const reasons: Record<VatCategory | 'VOUCHER', string | null> = {
  ...categoryNotes,
  NONE: 'Niet aan btw onderworpen.',
  VOUCHER: 'Waardebon voor meervoudig gebruik: btw bij besteding (art. 30 ter Richtlijn 2006/112/EG).',
}

/** A line or a group as UBL writes it: cents without VAT, above 0 for a sale, also on a credit note. */
interface TaxedAmount {
  category: VatCategory | 'VOUCHER'
  code: string
  /** Percent; null outside of the scope of VAT. */
  rate: number | null
  netCents: number
  vatCents: number
}

/**
 * The document as UBL 2.1 by EN 16931, and by Peppol BIS Billing 3.0 for a Belgian business. It was paid when it was issued,
 * unless its buyer made it (Peppol BIS Self-Billing 3.0, types 389 and 261).
 */
export function buildUbl({ kind, number, issuedAt, taxPointAt, content }: UblInvoice): string {
  const isInvoice = kind === 'INVOICE'
  const sign = isInvoice ? 1 : -1
  const name = isInvoice ? 'Invoice' : 'CreditNote'
  const lines = content.lines.map(line => toLine(line, content, sign))
  const groups = groupLines(lines, content.selfBilling?.exemption ?? null)
  const isPeppol = isForPeppol(content)
  const { selfBilling } = content
  const [customization, process] = selfBilling
    ? [SELF_BILLING, SELF_BILLING_PROCESS]
    : [PEPPOL, PEPPOL_PROCESS]
  const [invoiceType, creditType] = selfBilling ? ['389', '261'] : ['380', '381']
  const note = text('Note', selfBilling?.title)
  const day = toBrusselsDay(taxPointAt ?? issuedAt)
  // BT-7; none on a document outside the scope of VAT.
  const taxPoint =
    day !== toBrusselsDay(issuedAt) && content.vat.basis !== 'NONE' && text('TaxPointDate', day)
  const preceding = content.credits ?? content.replaces ?? null
  const root = element(
    name,
    [
      text('CustomizationID', isPeppol ? customization : EN_16931),
      isPeppol && text('ProfileID', process),
      text('ID', number),
      text('IssueDate', toBrusselsDay(issuedAt)),
      ...(isInvoice
        ? [text('InvoiceTypeCode', invoiceType), note, taxPoint]
        : [taxPoint, text('CreditNoteTypeCode', creditType), note]),
      text('DocumentCurrencyCode', 'EUR'),
      text('BuyerReference', content.subject),
      selfBilling &&
        part('InvoicePeriod', [text('StartDate', selfBilling.startsOn), text('EndDate', selfBilling.endsOn)]),
      preceding !== null &&
        part('BillingReference', [part('InvoiceDocumentReference', [text('ID', preceding)])]),
      sellerParty(content),
      buyerParty(content),
      ...(selfBilling
        ? [
            // An instrument that is not defined (UNCL 4461): the next run of payouts.
            part('PaymentMeans', [text('PaymentMeansCode', '1')]),
            part('PaymentTerms', [
              text('Note', 'Uitbetaald zodra de betalingen van klanten definitief zijn.'),
            ]),
          ]
        : [delivery(content, issuedAt)]),
      taxTotal(groups),
      totals(groups, selfBilling === undefined),
      ...lines.map((line, index) => documentLine(line, index, isInvoice)),
    ],
    { xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`, ...namespaces },
  )
  return writeXml(root as XmlElement)
}

interface UblLine extends TaxedAmount {
  text: string
  /** Below 0 for a discount: a price never is (BR-27). */
  quantity: number
}

function toLine(line: InvoiceContent['lines'][number], { vat }: InvoiceContent, sign: number): UblLine {
  const { text: name, quantity, unitCents, vat: lineVat } = line
  const cents = sign * quantity * unitCents
  const vatCents = sign * (lineVat?.vatCents ?? 0)
  const category = lineVat?.category ?? 'VOUCHER'
  return {
    text: name,
    quantity: cents < 0 ? -Math.abs(quantity) : Math.abs(quantity),
    category,
    ...codeOf(category, line, vat),
    netCents: cents - vatCents,
    vatCents,
  }
}

function codeOf(
  category: VatCategory | 'VOUCHER',
  line: InvoiceContent['lines'][number],
  vat: InvoiceContent['vat'],
) {
  // A category outside the scope must be the only one (BR-O-11).
  if (category === 'VOUCHER') return vat.basis === 'NONE' ? { code: 'O', rate: null } : { code: 'E', rate: 0 }
  if (category === 'NONE') return { code: 'O', rate: null }
  const rate = line.vat?.rate ?? 0
  const isGoods = category === 'REVERSE_CHARGE' && line.vat?.supply === 'GOODS'
  if (isGoods) return { code: 'K', rate }
  // A rate of 0 is a category of its own (BR-S-05).
  return { code: categoryCodes[category] === 'S' && rate === 0 ? 'Z' : categoryCodes[category], rate }
}

interface UblGroup extends TaxedAmount {
  reasons: Set<string>
}

/** The lines with one code and rate together (BR-E-01); the VAT of lines adds up to that of their rate. */
function groupLines(lines: readonly UblLine[], exemption: string | null): UblGroup[] {
  const merged = new Map<string, UblGroup>()
  for (const { category, code, rate, netCents, vatCents } of lines) {
    const key = `${code} ${rate}`
    const group = merged.get(key) ?? { category, code, rate, netCents: 0, vatCents: 0, reasons: new Set() }
    const reason = (category === 'SMALL_ENTERPRISE' && exemption) || reasons[category]
    if (reason !== null) group.reasons.add(reason)
    group.netCents += netCents
    group.vatCents += vatCents
    merged.set(key, group)
  }
  return [...merged.values()]
}

const money = (name: string, cents: number) => text(name, (cents / 100).toFixed(2), { currencyID: 'EUR' })
const percent = (rate: number | null) => (rate === null ? null : text('Percent', String(rate)))

const category = (tag: string, { code, rate }: TaxedAmount, reason: string | null = null) =>
  part(tag, [text('ID', code), percent(rate), text('TaxExemptionReason', reason), vatScheme])

/** Goods that cross a border name the day and the country that they go to (BR-IC-11, BR-IC-12). */
const delivery = ({ vat: { place } }: InvoiceContent, issuedAt: Date) =>
  place !== null &&
  part('Delivery', [
    text('ActualDeliveryDate', toBrusselsDay(issuedAt)),
    part('DeliveryLocation', [part('Address', [part('Country', [text('IdentificationCode', place)])])]),
  ])

const sumOf = (amounts: readonly TaxedAmount[], name: 'netCents' | 'vatCents') =>
  amounts.reduce((sum, amount) => sum + amount[name], 0)

const taxTotal = (groups: readonly UblGroup[]) =>
  part('TaxTotal', [
    money('TaxAmount', sumOf(groups, 'vatCents')),
    ...groups.map(group =>
      part('TaxSubtotal', [
        money('TaxableAmount', group.netCents),
        money('TaxAmount', group.vatCents),
        category('TaxCategory', group, [...group.reasons].join('; ')),
      ]),
    ),
  ])

/** A paid document leaves nothing to pay; an invoice by its buyer is paid later. */
function totals(groups: readonly TaxedAmount[], isPaid: boolean) {
  const netCents = sumOf(groups, 'netCents')
  const totalCents = netCents + sumOf(groups, 'vatCents')
  return part('LegalMonetaryTotal', [
    money('LineExtensionAmount', netCents),
    money('TaxExclusiveAmount', netCents),
    money('TaxInclusiveAmount', totalCents),
    money('PrepaidAmount', isPaid ? totalCents : 0),
    money('PayableAmount', isPaid ? 0 : totalCents),
  ])
}

/** The price is that of all pieces, so that nothing is rounded a second time. */
function documentLine(line: UblLine, index: number, isInvoice: boolean) {
  const { text: name, quantity, netCents } = line
  const pieces = { unitCode: 'C62' }
  return part(isInvoice ? 'InvoiceLine' : 'CreditNoteLine', [
    text('ID', String(index + 1)),
    text(isInvoice ? 'InvoicedQuantity' : 'CreditedQuantity', String(quantity), pieces),
    money('LineExtensionAmount', netCents),
    part('Item', [text('Name', name), category('ClassifiedTaxCategory', line)]),
    part('Price', [
      money('PriceAmount', Math.abs(netCents)),
      text('BaseQuantity', String(Math.abs(quantity)), pieces),
    ]),
  ])
}
