import { addMonths, startOfBrusselsDay, toBrusselsDay } from '../../wire/brusselsTime.ts'
import type { Company } from '../../wire/company.ts'
import { companyAddressLines } from '../../wire/companyText.ts'
import { countryName } from '../../wire/countries.ts'
import type { VatRate } from '../../wire/vat.ts'
import { shiftDay } from '../../wire/workingDays.ts'
import type { EarningSource, EarningType } from '../earnings/contract.ts'
import { sourceLabels } from '../earnings/labels.rules.ts'
import type { InvoiceContent, InvoiceKind } from '../invoices/contract.ts'
import { vatNumberLine } from '../invoices/addressLines.rules.ts'
import { invoiceKindLabels } from '../invoices/rules.ts'
import { type PayeeInput, selfBillingAgreement } from '../payees/contract.ts'
import type { VatBasis, VatCategory } from '../vat/contract.ts'
import { categoryNotes } from '../vat/labels.rules.ts'
import { findRate } from '../vat/rates.rules.ts'
import { countryOfVatNumber } from '../vat/rules.ts'

/** An entry of a creator's ledger that an invoice is about. */
export interface BilledEntry {
  type: EarningType
  source: EarningSource | null
  /** Signed, without VAT. */
  cents: number
  /** Of an adjustment. */
  reason: string | null
  payableAt: Date
}

/** The creator as her invoice names her: by her verified name, or that of her company. */
export type Biller = Pick<
  PayeeInput,
  'street' | 'postalCode' | 'city' | 'country' | 'vatStatus' | 'vatNumber'
> & { holderName: string; agreedAt: Date | null }

/** `ZF-0F3A9C-0007`: a series of each creator, which tells of no other one how many invoices there are. */
export const formatSelfBilledNumber = (creatorId: string, serial: number): string =>
  `ZF-${creatorId.slice(-6).toUpperCase()}-${String(serial).padStart(4, '0')}`

/** The first moment after a month. @param month `2026-11` */
export const endOfMonth = (month: string): Date => startOfBrusselsDay(`${addMonths(month, 1)}-01`)

/**
 * The month of the next invoice: that of the first entry without one, or the month after the last invoice for an entry that was booked late.
 * @returns null until that month is over
 */
export function monthToBill(firstAt: Date, lastMonth: string | null, now: Date): string | null {
  const own = toBrusselsDay(firstAt).slice(0, 7)
  const month = lastMonth !== null && own <= lastMonth ? addMonths(lastMonth, 1) : own
  return endOfMonth(month) <= now ? month : null
}

/** From when an invoice is accepted without an objection. */
export const acceptedFrom = (issuedAt: Date): Date =>
  startOfBrusselsDay(shiftDay(toBrusselsDay(issuedAt), selfBillingAgreement.objectionDays + 1))

/** The texts by which a small business has no VAT, by its country. */
const exemptions: Record<string, string> = {
  BE: 'Bijzondere vrijstellingsregeling kleine ondernemingen (art. 56bis Btw-wetboek).',
  NL: 'Vrijgesteld van btw: kleineondernemersregeling (art. 25 Wet op de omzetbelasting 1968).',
}
const otherExemption = 'Bijzondere regeling voor kleine ondernemingen (art. 284 Richtlijn 2006/112/EG).'

/** How a creator's service to the shop is taxed: where the shop is (Dir. 2006/112 art. 44), by her, or by the shop when she is elsewhere (art. 196). */
function taxBiller(
  { vatStatus, vatNumber }: Biller,
  country: Company['country'],
  rates: readonly VatRate[],
  day: string,
): { basis: VatBasis; category: VatCategory; rate: number } {
  const without = <Basis extends VatBasis & VatCategory>(basis: Basis) => ({
    basis,
    category: basis,
    rate: 0,
  })
  if (vatStatus === 'PRIVATE') return without('NONE')
  if (vatStatus === 'SMALL_BUSINESS') return without('SMALL_ENTERPRISE')
  if (countryOfVatNumber(vatNumber ?? '') !== country) return without('REVERSE_CHARGE')
  const { basisPoints = 0 } = findRate(rates, country, 'STANDARD', day) ?? {}
  return { basis: 'TAXED', category: 'STANDARD', rate: basisPoints / 100 }
}

/** The VAT on top of each amount, which add up to that of their sum, rounded once. @param rate percent */
export function addVat<Amount extends { cents: number }>(
  amounts: readonly Amount[],
  rate: number,
): (Amount & { vatCents: number })[] {
  let [net, vat] = [0, 0]
  return amounts.map(amount => {
    net += amount.cents
    const vatCents = Math.round((net * rate) / 100) - vat
    vat += vatCents
    return { ...amount, vatCents }
  })
}

/** The VAT by the time from which the earnings under it may be paid out, the earliest first. */
export function vatByPayableTime(entries: readonly BilledEntry[], rate: number) {
  const sums = new Map<number, number>()
  for (const { payableAt, cents } of entries) sums.set(+payableAt, (sums.get(+payableAt) ?? 0) + cents)
  const amounts = [...sums].toSorted(([one], [other]) => one - other)
  return addVat(
    amounts.map(([time, cents]) => ({ payableAt: new Date(time), cents })),
    rate,
  ).map(({ payableAt, vatCents }) => ({ payableAt, cents: vatCents }))
}

/** A line a source, one for the takings back of it, and a line an adjustment. */
function billLines(entries: readonly BilledEntry[]): { text: string; cents: number }[] {
  const sums = new Map<string, number>()
  for (const { type, source, cents, reason } of entries) {
    const text = source
      ? `${type === 'TAKEN_BACK' ? 'Teruggenomen deel' : 'Deel'} van ${sourceLabels[source].toLowerCase()}`
      : `Correctie: ${reason}`
    sums.set(text, (sums.get(text) ?? 0) + cents)
  }
  return [...sums].map(([text, cents]) => ({ text, cents }))
}

const day = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'Europe/Brussels' })
const monthName = new Intl.DateTimeFormat('nl-NL', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** `november 2026` */
export const formatMonth = (month: string): string => monthName.format(new Date(`${month}-01`))

/** The notes of an invoice by the buyer: its agreement, why it has no VAT, and until when she can object. */
const notesOf = ({ vatStatus, agreedAt }: Biller, issuedAt: Date, vatNote: string | null): string[] => [
  vatStatus === 'PRIVATE'
    ? 'Een afrekening, geen factuur: je werkt als particulier, dus er is geen btw.'
    : `Opgemaakt door de afnemer, in naam en voor rekening van de leverancier (self-billing, art. 224 Richtlijn 2006/112/EG)${agreedAt ? `, volgens de afspraak van ${day.format(agreedAt)}` : ''}.`,
  ...(vatNote ? [vatNote] : []),
  `Zonder bezwaar geldt dit vanaf ${day.format(acceptedFrom(issuedAt))} als aanvaard.`,
  'Uitbetaald zodra de betalingen van klanten definitief zijn.',
]

/** The shop as a buyer, in the lines that `parseBuyer` reads: with a VAT number, the last two are not of its address. */
const buyerLines = ({ vatNumber, companyNumber, ...company }: Company): string[] => [
  company.name,
  ...companyAddressLines({ ...company, vatNumber, companyNumber }),
  ...(vatNumber ? [`Ondernemingsnummer ${companyNumber ?? ''}`, vatNumberLine({ vatNumber })] : []),
]

/**
 * The invoice of a creator's month, by her VAT status; a credit note when more was taken back than earned.
 * @param month the calendar month in Brussels, `2026-11`
 * @param lastNumber that of her invoice before, which a credit note names; null without one
 */
export function composeSelfBilled(
  { biller, company, entries }: { biller: Biller; company: Company; entries: readonly BilledEntry[] },
  about: { month: string; issuedAt: Date; lastNumber: string | null; rates: readonly VatRate[] },
): { kind: InvoiceKind; netCents: number; vatCents: number; rate: number; content: InvoiceContent } {
  const { month, issuedAt, lastNumber, rates } = about
  const endsOn = shiftDay(`${addMonths(month, 1)}-01`, -1)
  const { basis, category, rate } = taxBiller(biller, company.country, rates, endsOn)
  const lines = addVat(billLines(entries), rate)
  const netCents = entries.reduce((sum, { cents }) => sum + cents, 0)
  const vatCents = lines.reduce((sum, line) => sum + line.vatCents, 0)
  const kind = netCents < 0 ? 'CREDIT_NOTE' : 'INVOICE'
  const { holderName: name, street, postalCode, city, country, vatStatus, vatNumber } = biller
  const exemption = vatStatus === 'SMALL_BUSINESS' ? (exemptions[country] ?? otherExemption) : null
  const business = company.vatNumber
    ? { name: company.name, vatNumber: company.vatNumber, checkedAt: null, consultation: null }
    : null
  const content: InvoiceContent = {
    // Her name as it is: whether it is a sole trader's is not known.
    seller: {
      legalForm: 'COMPANY',
      companyNumber: null,
      email: null,
      phone: null,
      name,
      vatNumber,
      address: [street, `${postalCode} ${city}`, countryName(country)],
    },
    buyer: buyerLines(company),
    subject: `Verdiensten van ${formatMonth(month)}`,
    lines: lines.map(line => ({
      text: line.text,
      quantity: 1,
      unitCents: line.cents + line.vatCents,
      vat: { taxClass: 'STANDARD', category, rate, vatCents: line.vatCents, supply: 'SERVICES' },
    })),
    vat: {
      scheme: 'DOMESTIC',
      sellerCountry: country,
      business,
      place: company.country,
      country: basis === 'TAXED' ? company.country : null,
      basis,
      evidence: [],
      groups: [{ category, rate, grossCents: netCents + vatCents, vatCents }],
    },
    credits: kind === 'CREDIT_NOTE' ? lastNumber : null,
    selfBilling: {
      title: vatStatus === 'PRIVATE' ? 'Afrekening' : `${invoiceKindLabels[kind]} uitgereikt door afnemer`,
      startsOn: `${month}-01`,
      endsOn,
      exemption,
      notes: notesOf(biller, issuedAt, exemption ?? categoryNotes[category]),
    },
  }
  return { kind, netCents, vatCents, rate, content }
}
