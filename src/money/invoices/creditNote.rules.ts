import type { TaxClass } from '../../wire/vat.ts'
import type { VatGroup } from '../vat/contract.ts'
import { splitByWeight } from '../vat/rules.ts'
import type { InvoiceContent } from './contract.ts'

/** A refund, as its credit note states it. */
export interface CreditedRefund {
  /** Cents, above 0. */
  amountCents: number
  reason: string
  /** Cents of it that were paid for gift cards. */
  voucherCents?: number
  /** Cents of it by class, when it is of certain lines. */
  classCents?: Partial<Record<TaxClass, number>> | null
  isToCredit?: boolean
}

/**
 * The content of a credit note: a line with the refunded amount of each rate, and one with what of it was paid for gift cards. Its VAT is
 * the part of the invoice's that belongs to the amount, so that all credit notes of an invoice together never have more of it than the
 * invoice, and exactly as much when everything is refunded.
 * @param earlier the earlier credit notes of the invoice
 */
export function buildCreditNoteContent(
  { number, creditPayments: _creditPayments, ...invoice }: InvoiceContent & { number: string },
  refund: CreditedRefund,
  earlier: readonly Pick<InvoiceContent, 'vat'>[] = [],
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
  if (!vat)
    return {
      ...shared,
      lines: [
        ...(goods > 0 ? [{ text, quantity: 1, unitCents: -goods }] : []),
        ...(voucherCents > 0 ? [voucherLine(voucherCents)] : []),
      ],
    }
  const { credited, beyond } = creditGroups(invoice, goods, refund.classCents ?? {}, earlier)
  const vouchers = voucherCents + beyond
  return {
    ...shared,
    lines: [
      ...credited.map(({ taxClass, ...group }) => ({
        text,
        quantity: 1,
        unitCents: group.grossCents,
        vat: { taxClass, category: group.category, rate: group.rate, vatCents: group.vatCents },
      })),
      ...(vouchers > 0 ? [voucherLine(vouchers)] : []),
    ],
    vat: { ...vat, groups: credited.map(({ taxClass: _taxClass, ...group }) => group) },
  }
}

const isOf = (group: Pick<VatGroup, 'category' | 'rate'>) => (other: Pick<VatGroup, 'category' | 'rate'>) =>
  other.category === group.category && other.rate === group.rate

/**
 * The groups of a credit note, below 0: those of the refunded lines, as far as something of them is left, and else of what is left.
 * @returns `beyond`: what is more than the invoice has of goods, when it has gift cards. Of a refund that was made at the provider nobody says
 * what it is for
 */
function creditGroups(
  { vat, lines }: Pick<InvoiceContent, 'vat' | 'lines'>,
  goods: number,
  classCents: Partial<Record<TaxClass, number>>,
  earlier: readonly Pick<InvoiceContent, 'vat'>[],
): { credited: (VatGroup & { taxClass: TaxClass })[]; beyond: number } {
  const state = (vat?.groups ?? []).map(group => {
    const before = earlier.flatMap(note => note.vat?.groups.filter(isOf(group)) ?? [])
    const ofGroup = lines.flatMap(({ vat: own }) => (own && isOf(group)(own) ? [own] : []))
    const grossBefore = -before.reduce((sum, { grossCents }) => sum + grossCents, 0)
    const classes = [...new Set(ofGroup.map(({ taxClass }) => taxClass))]
    const wanted = classes.reduce((sum, name) => sum + (classCents[name] ?? 0), 0)
    return {
      group,
      taxClass: classes[0] ?? ('STANDARD' as const),
      grossBefore,
      vatBefore: -before.reduce((sum, { vatCents }) => sum + vatCents, 0),
      left: Math.max(0, group.grossCents - grossBefore),
      wanted,
    }
  })
  // What is named first, and the rest of what is left; what is more than the invoice has no VAT to give back.
  const named = state.map(({ wanted, left }) => Math.min(wanted, left))
  const namedSum = Math.min(
    goods,
    named.reduce((sum, cents) => sum + cents, 0),
  )
  const first = splitByWeight(namedSum, named)
  const lefts = state.map(({ left }, index) => left - (first[index] ?? 0))
  const leftSum = lefts.reduce((sum, cents) => sum + cents, 0)
  const second = splitByWeight(Math.min(goods - namedSum, leftSum), lefts)
  const beyond = Math.max(0, goods - namedSum - leftSum)
  const isOfCards = lines.some(({ isVoucher }) => isVoucher)
  const credited = state.flatMap(({ group, taxClass, grossBefore, vatBefore }, index) => {
    const gross = (first[index] ?? 0) + (second[index] ?? 0) + (index === 0 && !isOfCards ? beyond : 0)
    if (gross === 0) return []
    const after = Math.min(grossBefore + gross, group.grossCents)
    const vatAfter = group.grossCents === 0 ? 0 : Math.round((group.vatCents * after) / group.grossCents)
    const vatCents = Math.max(0, vatAfter - vatBefore)
    return [
      { category: group.category, rate: group.rate, taxClass, grossCents: -gross, vatCents: 0 - vatCents },
    ]
  })
  return { credited, beyond: isOfCards ? beyond : 0 }
}
