import { type ClassCents, Supply, type TaxClass } from '../../wire/vat.ts'
import type { VatGroup } from '../vat/contract.ts'
import { splitByWeight } from '../vat/rules.ts'
import type { InvoiceContent } from './contract.ts'

/** The VAT in an earlier credit note. */
type CreditedContent = Pick<InvoiceContent, 'vat' | 'lines'>

/** A refund, as its credit note states it. */
export interface CreditedRefund {
  /** Cents, above 0. */
  amountCents: number
  reason: string
  /** Cents of it that were paid for gift cards. */
  voucherCents?: number
  /** Cents of it by class, when it is of certain lines. */
  classCents?: ClassCents | null
  isToCredit?: boolean
}

/**
 * The content of a credit note: a line with the refunded amount of each rate, goods and services apart, and one with the part that was paid
 * for gift cards. Its VAT is the part of the invoice's that belongs to the amount, so that all credit notes of an invoice together never
 * have more of it than the invoice, and exactly as much when everything is refunded.
 * @param earlier the earlier credit notes of the invoice
 */
export function buildCreditNoteContent(
  { number, creditPayments: _creditPayments, ...invoice }: InvoiceContent & { number: string },
  refund: CreditedRefund,
  earlier: readonly CreditedContent[] = [],
): InvoiceContent {
  const { amountCents, reason: text, voucherCents = 0, isToCredit = false } = refund
  const goods = amountCents - voucherCents
  const voucherLine = (cents: number) => ({ text, quantity: 1, unitCents: -cents, isVoucher: true })
  const shared = {
    ...invoice,
    ...(isToCredit && { isToCredit }),
    credits: number,
  }
  const { vat } = invoice
  const { credited, beyond } = creditParts(partsOf(invoice, earlier), {
    goods,
    classCents: refund.classCents ?? {},
    hasCards: invoice.lines.some(({ isVoucher }) => isVoucher),
  })
  const vouchers = voucherCents + beyond
  return {
    ...shared,
    lines: [
      ...credited.map(({ grossCents: unitCents, ...own }) => ({ text, quantity: 1, unitCents, vat: own })),
      ...(vouchers > 0 ? [voucherLine(vouchers)] : []),
    ],
    vat: { ...vat, groups: sumGroups(credited) },
  }
}

type Rate = Pick<VatGroup, 'category' | 'rate'>

const isOf = (group: Rate) => (other: Rate | undefined) =>
  other?.category === group.category && other.rate === group.rate

/** The amount of an invoice in a category and a rate, of goods or of services, and the part of it that was credited before. */
interface InvoicePart extends VatGroup {
  classes: TaxClass[]
  supply: Supply
  /** Whether it stands for goods and services of its rate together. */
  isWhole: boolean
  grossBefore: number
  vatBefore: number
}

/** The parts of an invoice in the order of its rates. */
function partsOf(
  { vat, lines }: Pick<InvoiceContent, 'vat' | 'lines'>,
  earlier: readonly CreditedContent[],
): InvoicePart[] {
  return vat.groups.flatMap(group => {
    const ofGroup = lines.filter(line => isOf(group)(line.vat))
    const before = earlier.flatMap(note => note.lines.filter(line => isOf(group)(line.vat)))
    const partOf = (supplies: readonly Supply[]): InvoicePart => {
      const isOfPart = ({ vat: own }: InvoiceContent['lines'][number]) => own && supplies.includes(own.supply)
      const own = ofGroup.filter(isOfPart)
      const credited = before.filter(isOfPart)
      return {
        category: group.category,
        rate: group.rate,
        supply: supplies[0] ?? 'GOODS',
        isWhole: supplies.length > 1,
        classes: [...new Set(own.flatMap(line => line.vat?.taxClass ?? []))],
        grossCents: sumOf(own, grossOf),
        vatCents: sumOf(own, vatOf),
        grossBefore: 0 - sumOf(credited, grossOf),
        vatBefore: 0 - sumOf(credited, vatOf),
      }
    }
    const parts = Supply.options
      .filter(supply => ofGroup.some(line => line.vat?.supply === supply))
      .map(supply => partOf([supply]))
      .toSorted((one, other) => other.grossCents - one.grossCents)
    // Together where more is off one of them than it costs.
    const isApart = parts.every(part => part.grossCents > 0 && part.vatCents >= 0)
    if (parts.length < 2 || isApart) return parts
    return [partOf(parts.map(({ supply }) => supply))]
  })
}

const grossOf = ({ quantity, unitCents }: InvoiceContent['lines'][number]): number => quantity * unitCents
const vatOf = ({ vat }: InvoiceContent['lines'][number]): number => vat?.vatCents ?? 0

const sumOf = <Item>(items: readonly Item[], centsOf: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + centsOf(item), 0)

/** Cents of a refund that are named to be of a part. */
function namedCents({ classes, supply, isWhole }: InvoicePart, { services, ...all }: ClassCents): number {
  return sumOf(classes, name => {
    const ofServices = services?.[name] ?? 0
    if (isWhole) return all[name] ?? 0
    return supply === 'SERVICES' ? ofServices : (all[name] ?? 0) - ofServices
  })
}

type CreditedPart = Rate & {
  taxClass: TaxClass
  supply: Supply
  /** Below 0, as is the VAT. */
  grossCents: number
  vatCents: number
}

/**
 * The parts of a credit note: those of the refunded lines, as far as something of them is left, and else those of the remaining lines.
 * @returns `beyond`: the amount above the goods of the invoice, when it has gift cards. A refund that was made at the provider names no
 * lines
 */
function creditParts(
  parts: readonly InvoicePart[],
  { goods, classCents, hasCards }: { goods: number; classCents: ClassCents; hasCards: boolean },
): { credited: CreditedPart[]; beyond: number } {
  const left = parts.map(({ grossCents, grossBefore }) => Math.max(0, grossCents - grossBefore))
  // The parts that are named first, and the rest of the remaining parts; an amount above the invoice's has no VAT to give back.
  const named = parts.map((part, index) => Math.min(namedCents(part, classCents), left[index] ?? 0))
  const namedSum = Math.min(
    goods,
    sumOf(named, cents => cents),
  )
  const first = splitByWeight(namedSum, named)
  const lefts = left.map((cents, index) => cents - (first[index] ?? 0))
  const leftSum = sumOf(lefts, cents => cents)
  const second = splitByWeight(Math.min(goods - namedSum, leftSum), lefts)
  const beyond = Math.max(0, goods - namedSum - leftSum)
  const credited = parts.flatMap(({ category, rate, supply, classes, ...part }, index) => {
    const gross = (first[index] ?? 0) + (second[index] ?? 0) + (index === 0 && !hasCards ? beyond : 0)
    if (gross === 0) return []
    const after = Math.min(part.grossBefore + gross, part.grossCents)
    const vatAfter = part.grossCents === 0 ? 0 : Math.round((part.vatCents * after) / part.grossCents)
    const vatCents = 0 - Math.max(0, vatAfter - part.vatBefore)
    return [{ category, rate, supply, taxClass: classes[0] ?? 'STANDARD', grossCents: -gross, vatCents }]
  })
  return { credited, beyond: hasCards ? beyond : 0 }
}

/** Goods and services of a rate are one group, as on the invoice. */
function sumGroups(parts: readonly CreditedPart[]): VatGroup[] {
  const groups = Map.groupBy(parts, ({ category, rate }) => `${category} ${rate}`)
  return [...groups.values()].flatMap(own => {
    const [first] = own
    return first
      ? [
          {
            category: first.category,
            rate: first.rate,
            grossCents: sumOf(own, ({ grossCents }) => grossCents),
            vatCents: sumOf(own, ({ vatCents }) => vatCents),
          },
        ]
      : []
  })
}
