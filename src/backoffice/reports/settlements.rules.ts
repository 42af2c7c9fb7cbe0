import { formatCents } from '../../wire/money.ts'
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

/** What the provider paid out in a quarter: the amounts of a payout add up to it. */
export const buildSettlements = ({ settlements, unsettled }: SettledQuarter): ReportTable => ({
  ...buildTable(columns, settlements.flatMap(settlementRows)),
  warnings: [
    ...differenceWarning(settlements.reduce((sum, { differences }) => sum + differences.length, 0)),
    ...(unsettled.count > 0
      ? [
          `Betaald in dit kwartaal, en tot nu in geen uitbetaling: ${unsettled.count} ${unsettled.count === 1 ? 'betaling' : 'betalingen'}, ${formatCents(unsettled.cents)}.`,
        ]
      : []),
  ],
})

const differenceWarning = (count: number): string[] =>
  count === 0
    ? []
    : [`${count} ${count === 1 ? 'verschil' : 'verschillen'} met wat wij hebben; zie Vergelijking.`]

/** An empty report that says why. @param why undefined when they were not asked for, null without a token */
export function emptySettlements(why: 'UNAVAILABLE' | null | undefined): ReportTable {
  const warning =
    why === undefined
      ? 'De uitbetalingen zijn nog niet opgehaald. Dat gebeurt als je de betalingen van dit kwartaal vergelijkt.'
      : why === null
        ? 'Zonder sleutel van je organisatie bij Mollie (MOLLIE_ORGANISATION_TOKEN) leest de winkel geen uitbetalingen. De betalingen zijn vergeleken met de lijsten van Mollie: zie Betalingen.'
        : 'Mollie gaf de uitbetalingen niet. Kijk of MOLLIE_ORGANISATION_TOKEN nog geldt, met settlements.read en payments.read, en vergelijk opnieuw.'
  return { ...buildTable(columns, []), warnings: [warning] }
}

function settlementRows(settlement: StoredSettlement): SettlementRow[] {
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
      verdict: 'Hiervan zegt Mollie niet wat het is',
    })
  return [...parts, ...differences.map(difference => ({ ...row, ...differenceRow(difference) }))]
}

const noCosts = { netCents: null, vatCents: null }

/** Its amount is in that of its kind. */
const differenceRow = (difference: PaymentDifference) => ({
  what: difference.providerId ?? '',
  count: null,
  cents: null,
  verdict: `${differenceText(difference, 'Mollie', formatShortDay)} (${formatCents(difference.providerCents ?? 0)})`,
})
