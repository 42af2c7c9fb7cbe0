import { formatCents } from '../../wire/money.ts'
import type { ProviderTexts } from '../../money/payments/contract.ts'
import { differenceText } from './comparison.rules.ts'
import type { PaymentDifference, ReportTable, SettledQuarter, StoredSettlement } from './contract.ts'
import { formatShortDay } from './labels.rules.ts'
import { buildTable, type ReportColumn } from './tables.rules.ts'

interface SettlementRow {
  day: string
  reference: string
  what: string
  count: number | null
  netCents: number | null
  vatCents: number | null
  cents: number | null
  verdict: string | null
}

const columns: ReportColumn<SettlementRow>[] = [
  { name: 'Uitbetaald op', kind: 'day', cell: ({ day }) => day },
  { name: 'Kenmerk', kind: 'text', cell: ({ reference }) => reference },
  { name: 'Wat', kind: 'text', cell: ({ what }) => what },
  { name: 'Aantal', kind: 'count', cell: ({ count }) => count },
  { name: 'Kosten zonder btw', kind: 'cents', cell: ({ netCents }) => netCents, isSummed: true },
  { name: 'Btw op kosten', kind: 'cents', cell: ({ vatCents }) => vatCents, isSummed: true },
  { name: 'Bedrag', kind: 'cents', cell: ({ cents }) => cents, isSummed: true },
  { name: 'Vergelijking', kind: 'text', cell: ({ verdict }) => verdict },
]

const itemNames = { PAYMENT: 'Betalingen', REFUND: 'Terugbetalingen', CHARGEBACK: 'Terugboekingen' }

interface ProviderPayouts {
  texts: ProviderTexts
  /** Undefined when they were not asked for, null where they can't be read. */
  settled: SettledQuarter | 'UNAVAILABLE' | null | undefined
}

/** The payouts of providers in a quarter, and why some have none: the amounts of a payout add up to it. */
export function buildSettlements(found: readonly ProviderPayouts[]): ReportTable {
  const rows = found.flatMap(({ texts, settled }) =>
    settled && settled !== 'UNAVAILABLE'
      ? settled.settlements.flatMap(each => settlementRows(texts.name, each))
      : [],
  )
  return { ...buildTable(columns, rows), warnings: found.flatMap(warningsOf) }
}

function warningsOf({ texts, settled }: ProviderPayouts): string[] {
  const { name, noSettlements, settlementsFailed, exportHelp } = texts
  if (settled === 'UNAVAILABLE') return [settlementsFailed]
  if (settled === null || exportHelp !== null) return [noSettlements]
  if (settled === undefined)
    return [
      `De uitbetalingen van ${name} zijn nog niet opgehaald. Dat gebeurt als je de betalingen van dit kwartaal vergelijkt.`,
    ]
  const { settlements, unsettled } = settled
  const different = settlements.reduce((sum, { differences }) => sum + differences.length, 0)
  const differing = `${different} ${different === 1 ? 'verschil' : 'verschillen'} met wat wij hebben; zie Vergelijking.`
  const missing = `Langs ${name} betaald in dit kwartaal, en tot nu in geen uitbetaling: ${unsettled.count} ${unsettled.count === 1 ? 'betaling' : 'betalingen'}, ${formatCents(unsettled.cents)}.`
  return [...(different > 0 ? [differing] : []), ...(unsettled.count > 0 ? [missing] : [])]
}

function settlementRows(provider: string, settlement: StoredSettlement): SettlementRow[] {
  const { day, providerId, amountCents, items, costs, differences } = settlement
  const row = { day, reference: settlement.reference ?? providerId, ...noCosts, verdict: null }
  const parts: SettlementRow[] = [
    ...(['PAYMENT', 'REFUND', 'CHARGEBACK'] as const)
      .filter(kind => items[kind].count > 0)
      .map(kind => ({
        ...row,
        what: itemNames[kind],
        count: items[kind].count,
        cents: kind === 'PAYMENT' ? items[kind].cents : -items[kind].cents,
      })),
    ...costs.map(({ description, count, netCents, vatCents }) => ({
      ...row,
      what: `Kosten ${description}`,
      count,
      netCents,
      vatCents,
      cents: -(netCents + vatCents),
    })),
  ]
  const rest = amountCents - parts.reduce((sum, { cents }) => sum + (cents ?? 0), 0)
  if (rest !== 0)
    parts.push({
      ...row,
      what: 'Overig',
      count: null,
      cents: rest,
      verdict: `Hiervan zegt ${provider} niet wat het is`,
    })
  return [...parts, ...differences.map(difference => ({ ...row, ...differenceRow(provider, difference) }))]
}

const noCosts = { netCents: null, vatCents: null }

/** Its amount is in that of its kind. */
const differenceRow = (provider: string, difference: PaymentDifference) => ({
  what: difference.providerId ?? '',
  count: null,
  cents: null,
  verdict: `${differenceText(difference, provider, formatShortDay)} (${formatCents(difference.providerCents ?? 0)})`,
})
