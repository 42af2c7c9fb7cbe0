import { GIFT_CARD_PROVIDER, STORE_CREDIT_PROVIDER } from '../../money/payments/contract.ts'
import { providerTexts } from '../../money/payments/providers/texts.rules.ts'
import { differenceText } from './comparison.rules.ts'
import type { PaymentComparison, PaymentDifference, ReportTable } from './contract.ts'
import { formatShortDay } from './labels.rules.ts'
import { buildTable, type ReportColumn } from './tables.rules.ts'

/** A payment, or money that went back of one. */
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
  /** The amount that the provider has. */
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

const ownNames: Record<string, string> = {
  manual: 'Met de hand',
  [GIFT_CARD_PROVIDER]: 'Cadeaubon',
  [STORE_CREDIT_PROVIDER]: 'Tegoed',
}

/** As an admin knows it: `Tegoed`. */
export const providerName = (provider: string): string =>
  providerTexts[provider]?.name ?? ownNames[provider] ?? provider

const columns: ReportColumn<ComparedMovement>[] = [
  { name: 'Dag', kind: 'day', cell: ({ day }) => day },
  { name: 'Soort', kind: 'text', cell: ({ kind }) => kindNames[kind] },
  { name: 'Waarvan', kind: 'text', cell: ({ subject }) => subject },
  {
    name: 'Langs',
    kind: 'text',
    cell: ({ provider }) => providerName(provider),
  },
  { name: 'Kenmerk', kind: 'text', cell: ({ providerId }) => providerId },
  { name: 'Bedrag', kind: 'cents', cell: ({ cents }) => cents, isSummed: true },
  {
    name: 'Bij betaalprovider',
    kind: 'cents',
    cell: ({ providerCents }) => providerCents,
    isSummed: true,
  },
  { name: 'Vergelijking', kind: 'text', cell: ({ verdict }) => verdict },
]

/**
 * The payments and refunds of a quarter, each beside its provider's record of it, and the records that only a provider has.
 * @param comparisons by the name of the provider; those that were not compared are left out
 */
export function buildPayments(
  movements: readonly MoneyMovement[],
  comparisons: Readonly<Record<string, PaymentComparison>>,
): ReportTable {
  const found = Object.entries(comparisons).flatMap(([provider, { differences }]) =>
    differences.map(difference => ({ ...difference, provider })),
  )
  const remaining = new Map(found.map(difference => [keyOf(difference), difference]))
  const ours = movements.map(movement => {
    const difference = remaining.get(keyOf(movement))
    if (difference) remaining.delete(keyOf(movement))
    return compareRow(movement, difference, comparisons[movement.provider])
  })
  const theirs = [...remaining.values()].map(toRow)
  if (theirs.length === 0) return buildTable(columns, ours)
  return buildTable(
    columns,
    [...ours, ...theirs].toSorted((one, other) => one.day.localeCompare(other.day)),
  )
}

/** A difference, with the name of the provider. */
type ProviderDifference = PaymentDifference & { provider: string }

const keyOf = ({
  kind,
  ownId,
  provider,
  providerId,
}: Pick<MoneyMovement, 'kind' | 'provider'> & Pick<PaymentDifference, 'ownId' | 'providerId'>): string =>
  `${kind} ${ownId ?? `${provider} ${providerId}`}`

function compareRow(
  { at, cents, ...movement }: MoneyMovement,
  difference: ProviderDifference | undefined,
  comparison: PaymentComparison | undefined,
): ComparedMovement {
  const row = { ...movement, cents, providerCents: null, verdict: null }
  if (difference) return { ...row, providerCents: signedCents(difference), verdict: textOf(difference) }
  const provider = providerTexts[movement.provider]
  if (!provider) return row
  if (kindsWithoutList.has(movement.kind))
    return { ...row, verdict: `Staat bij ${provider.name} bij wat het terugdraait` }
  if (!comparison) return { ...row, verdict: 'Niet vergeleken' }
  if (new Date(at) > new Date(comparison.comparedAt)) return { ...row, verdict: 'Kwam na de vergelijking' }
  return { ...row, providerCents: cents, verdict: 'Klopt' }
}

const toRow = (difference: ProviderDifference): ComparedMovement => ({
  day: difference.day,
  kind: difference.kind,
  subject: '',
  provider: difference.provider,
  providerId: difference.providerId,
  cents: null,
  providerCents: signedCents(difference),
  verdict: textOf(difference),
})

const signedCents = ({ kind, providerCents }: PaymentDifference): number | null =>
  providerCents === null || kind === 'PAYMENT' ? providerCents : -providerCents

const textOf = (difference: ProviderDifference): string =>
  differenceText(difference, providerTexts[difference.provider]?.name ?? '', formatShortDay)
