import { GIFT_CARD_PROVIDER, MOLLIE, STORE_CREDIT_PROVIDER } from '../../money/payments/contract.ts'
import { differenceText } from './comparison.rules.ts'
import type { PaymentComparison, PaymentDifference, ReportTable } from './contract.ts'
import { formatShortDay } from './labels.rules.ts'
import { buildTable, type ReportColumn } from './tables.rules.ts'

/** A payment, or what went back of one. */
export interface MoneyMovement {
  day: string
  /** The moment as text. */
  at: string
  kind: keyof typeof kindNames
  /** Its own id; of a chargeback that of its payment. */
  ownId: string
  subject: string
  provider: string
  providerId: string | null
  /** Signed: below 0 when it went back. */
  cents: number
}

/** The provider says them of the refund or the chargeback itself, on its day. */
const kindsWithoutList: ReadonlySet<MoneyMovement['kind']> = new Set([
  'REFUND_FAILED',
  'REFUND_AGAIN',
  'CHARGEBACK_REVERSED',
])

/** A row of the report: one of ours, or one that only the provider has in this quarter. */
interface ComparedMovement extends Omit<MoneyMovement, 'at' | 'ownId' | 'cents'> {
  cents: number | null
  /** What the provider has of it. */
  providerCents: number | null
  verdict: string | null
}

export const kindNames = {
  PAYMENT: 'Betaling',
  REFUND: 'Terugbetaling',
  /** Of an earlier quarter. */
  REFUND_FAILED: 'Terugbetaling mislukt',
  REFUND_AGAIN: 'Terugbetaling opnieuw',
  CHARGEBACK: 'Terugboeking',
  CHARGEBACK_REVERSED: 'Terugboeking teruggedraaid',
}

const providerNames: Record<string, string> = {
  [MOLLIE]: 'Mollie',
  manual: 'Met de hand',
  [GIFT_CARD_PROVIDER]: 'Cadeaubon',
  [STORE_CREDIT_PROVIDER]: 'Tegoed',
}

const columns: ReportColumn<ComparedMovement>[] = [
  { name: 'Dag', kind: 'day', cell: ({ day }) => day },
  { name: 'Soort', kind: 'text', cell: ({ kind }) => kindNames[kind] },
  { name: 'Waarvan', kind: 'text', cell: ({ subject }) => subject },
  { name: 'Langs', kind: 'text', cell: ({ provider }) => providerNames[provider] ?? provider },
  { name: 'Kenmerk', kind: 'text', cell: ({ providerId }) => providerId },
  { name: 'Bedrag', kind: 'cents', cell: ({ cents }) => cents, isSummed: true },
  { name: 'Bij Mollie', kind: 'cents', cell: ({ providerCents }) => providerCents, isSummed: true },
  { name: 'Vergelijking', kind: 'text', cell: ({ verdict }) => verdict },
]

/**
 * What was paid in a quarter and what went back, each beside what the provider has of it, and what only the provider has.
 * @param comparison null when they were not compared
 */
export function buildPayments(
  movements: readonly MoneyMovement[],
  comparison: PaymentComparison | null,
): ReportTable {
  const remaining = new Map(comparison?.differences.map(difference => [keyOf(difference), difference]))
  const ours = movements.map(movement => {
    const difference = remaining.get(keyOf(movement))
    if (difference) remaining.delete(keyOf(movement))
    return compareRow(movement, difference, comparison)
  })
  const theirs = [...remaining.values()].map(toRow)
  if (theirs.length === 0) return buildTable(columns, ours)
  return buildTable(
    columns,
    [...ours, ...theirs].toSorted((one, other) => one.day.localeCompare(other.day)),
  )
}

const keyOf = ({
  kind,
  ownId,
  providerId,
}: Pick<MoneyMovement, 'kind'> & Pick<PaymentDifference, 'ownId' | 'providerId'>): string =>
  `${kind} ${ownId ?? providerId ?? ''}`

function compareRow(
  { at, cents, ...movement }: MoneyMovement,
  difference: PaymentDifference | undefined,
  comparison: PaymentComparison | null,
): ComparedMovement {
  const row = { ...movement, cents, providerCents: null, verdict: null }
  if (difference) return { ...row, providerCents: signedCents(difference), verdict: textOf(difference) }
  if (movement.provider !== MOLLIE) return row
  if (kindsWithoutList.has(movement.kind))
    return { ...row, verdict: 'Staat bij Mollie bij wat het terugdraait' }
  if (!comparison) return { ...row, verdict: 'Niet vergeleken' }
  if (new Date(at) > new Date(comparison.comparedAt)) return { ...row, verdict: 'Kwam na de vergelijking' }
  return { ...row, providerCents: cents, verdict: 'Klopt' }
}

const toRow = (difference: PaymentDifference): ComparedMovement => ({
  day: difference.day,
  kind: difference.kind,
  subject: '',
  provider: MOLLIE,
  providerId: difference.providerId,
  cents: null,
  providerCents: signedCents(difference),
  verdict: textOf(difference),
})

const signedCents = ({ kind, providerCents }: PaymentDifference): number | null =>
  providerCents === null || kind === 'PAYMENT' ? providerCents : -providerCents

const textOf = (difference: PaymentDifference): string => differenceText(difference, 'Mollie', formatShortDay)
