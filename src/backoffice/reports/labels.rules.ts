import { formatCents } from '../../wire/money.ts'
import type { AccountingPeriod, Cell, ReportCellKind, ReportName, ReportTable } from './contract.ts'

export const reportLabels: Record<ReportName, { name: string; meaning: string }> = {
  sales: {
    name: 'Verkoopboek',
    meaning: 'Elke factuur en creditnota, met een regel voor elk btw-tarief, goederen en diensten apart.',
  },
  vat: { name: 'Btw', meaning: 'Omzet en btw, opgeteld per land en tarief.' },
  oss: {
    name: 'OSS',
    meaning:
      'Wat via het éénloketsysteem wordt aangegeven: btw van andere EU-landen, goederen en diensten apart. Wat een eerder kwartaal verbetert, staat onderaan, per land en kwartaal.',
  },
  'intra-eu': {
    name: 'IC-opgave',
    meaning:
      'Verkoop aan bedrijven in andere EU-landen met verlegde btw, per btw-nummer: goederen (L) en diensten (S). Wat een eerder kwartaal verbetert, staat onderaan.',
  },
  payments: {
    name: 'Betalingen',
    meaning:
      'Wat er betaald is, en wat terugging: door ons, of teruggeboekt door de bank. Naast elk bedrag staat wat de betaalprovider ervan heeft.',
  },
  settlements: {
    name: 'Uitbetaald',
    meaning: 'Wat betaalproviders in dit kwartaal op je rekening zetten, met wat erin zit en wat het kostte.',
  },
  owed: {
    name: 'Nog te leveren',
    meaning:
      'Betaalde minuten die niet gespeeld zijn, cadeaubonnen en tegoed, aan het eind van het kwartaal.',
  },
  books: {
    name: 'Vergelijking',
    meaning: 'Al het geld tot het eind van het kwartaal, en van wie het is. Het verschil is nul.',
  },
  stock: {
    name: 'Voorraad',
    meaning:
      'Wat er aan het eind van het kwartaal lag, tegen de inkoopprijs zonder btw: het oudste is het eerst verkocht. Ligt de marktwaarde lager, dan past je boekhouder dat aan. De verkoopprijs is die van nu, met btw.',
  },
}

export const periodStateLabels: Record<
  AccountingPeriod['state'],
  { name: string; tone: 'neutral' | 'green' | 'blue' }
> = {
  RUNNING: { name: 'Loopt nog', tone: 'blue' },
  OPEN: { name: 'Open', tone: 'neutral' },
  CLOSED: { name: 'Gesloten', tone: 'green' },
}

const dayFormat = new Intl.DateTimeFormat('nl-NL', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `25-11-2026`: short enough for a column. */
export const formatShortDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`))

const count = new Intl.NumberFormat('nl-NL')
const rate = new Intl.NumberFormat('nl-NL', { maximumFractionDigits: 2 })

/** A cell as a page shows it: `€ 12,50`, `21%`. */
export function formatCell(cell: Cell, kind: ReportCellKind): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return kind === 'day' ? formatShortDay(cell) : cell
  if (kind === 'cents') return formatCents(cell)
  return kind === 'rate' ? `${rate.format(cell / 100)}%` : count.format(cell)
}

export const isNumeric = (kind: ReportCellKind): boolean =>
  kind === 'cents' || kind === 'count' || kind === 'rate'

/** On a page, columns of the journal that say more of another stand below it: else its amounts would lie outside of the screen. */
const columnsBelow: Record<string, { column: string; prefix: string }> = {
  Waarvan: { column: 'Nummer', prefix: '' },
  'Dag van de btw': { column: 'Dag', prefix: 'btw: ' },
  'Bij factuur': { column: 'Soort', prefix: 'bij ' },
  'Btw-nummer': { column: 'Regeling', prefix: '' },
}

/** A column of a page, with the places of its cells in a row. */
export interface PageColumn {
  name: string
  kind: ReportCellKind
  index: number
  below: { kind: ReportCellKind; index: number; prefix: string }[]
}

/** The columns of a report as a page shows them. */
export function toPageColumns(columns: ReportTable['columns']): PageColumn[] {
  const columnOf = (name: string) => {
    const place = columnsBelow[name]
    return place && columns.some(column => column.name === place.column) ? place : undefined
  }
  const placed = columns.map((column, index) => ({ ...column, index, place: columnOf(column.name) }))
  return placed
    .filter(({ place }) => place === undefined)
    .map(({ name, kind, index }) => ({
      name,
      kind,
      index,
      below: placed.flatMap(({ place, ...own }) =>
        place?.column === name ? [{ kind: own.kind, index: own.index, prefix: place.prefix }] : [],
      ),
    }))
}

/** The content of a cell on a page, and below it in smaller letters; a day below is left out when it is the same. */
export function formatPageCell({ index, kind, below }: PageColumn, cells: readonly Cell[]) {
  const text = formatCell(cells[index] ?? null, kind)
  const more = below
    .map(each => ({ ...each, text: formatCell(cells[each.index] ?? null, each.kind) }))
    .filter(each => each.text !== '' && each.text !== text)
    .map(each => each.prefix + each.text)
  return { text, more }
}
