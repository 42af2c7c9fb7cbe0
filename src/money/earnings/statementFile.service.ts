import { BYTE_ORDER_MARK, writeCsvRows } from '../../platform/text/csv.ts'
import { type ChainEntry, type ChainHead, followChain } from './chain.service.ts'
import { EarningSource, EarningType } from './contract.ts'

/** A creator's entries of some time, with the place in her chain before them. */
export interface Statement {
  creatorId: string
  from: ChainHead
  entries: ChainEntry[]
}

const text = (value: string | null): string => value ?? ''
const orNull = (cell: string): string | null => cell || null

/** The columns of a statement: the heading, the cell, and back. Amounts are in cents. A reason is a JSON text, which is no formula. */
const columns: [heading: string, write: (entry: ChainEntry) => string | number][] = [
  ['nummer', ({ sequence }) => sequence],
  ['tijd', ({ createdAt }) => createdAt.toISOString()],
  ['soort', ({ type }) => type],
  ['bron', ({ source }) => text(source)],
  ['minuten', ({ minutes }) => minutes],
  ['prijs', ({ grossCents }) => grossCents],
  ['btw', ({ vatCents }) => vatCents],
  ['betaalkosten', ({ feeCents }) => feeCents],
  ['gedeeld', ({ baseCents }) => baseCents],
  ['deel in honderdsten van een procent', ({ basisPoints }) => basisPoints],
  ['bedrag', ({ cents }) => cents],
  ['uitbetaalbaar vanaf', ({ payableAt }) => payableAt.toISOString()],
  ['sessie', ({ sessionId }) => text(sessionId)],
  ['cadeau', ({ giftId }) => text(giftId)],
  ['uitbetaling', ({ payoutId }) => text(payoutId)],
  ['reden', ({ reason }) => (reason === null ? '' : JSON.stringify(reason))],
  ['herkomst', ({ origin }) => origin],
  ['id', ({ id }) => id],
  ['hash', ({ hash }) => hash],
]

/** A statement as CSV: the headings, a row with the place in the chain before it and the creator's id, and a row an entry. */
export function writeStatement({ creatorId, from, entries }: Statement): string {
  const begin = columns.map(([heading]) =>
    heading === 'nummer' ? from.sequence : heading === 'id' ? creatorId : heading === 'hash' ? from.hash : '',
  )
  const rows = entries.map(entry => columns.map(([, write]) => write(entry)))
  return BYTE_ORDER_MARK + writeCsvRows([columns.map(([heading]) => heading), begin, ...rows])
}

/** Reads a statement that `writeStatement` wrote. @throws Error for another file */
export function parseStatement(rows: readonly string[][]): Statement {
  const [headings = [], begin, ...lines] = rows
  if (!begin || columns.some(([heading], index) => headings[index]?.replace('\ufeff', '') !== heading))
    throw new Error('dit is geen overzicht van verdiensten')
  const place = new Map(columns.map(([heading], index) => [heading, index]))
  const reader = (cells: readonly string[]) => (heading: string) => cells[place.get(heading) ?? -1] ?? ''
  const first = reader(begin)
  const creatorId = first('id')
  return {
    creatorId,
    from: { sequence: Number(first('nummer')), hash: first('hash') },
    entries: lines.map(cells => parseEntry(creatorId, reader(cells))),
  }
}

const parseEntry = (creatorId: string, cell: (heading: string) => string): ChainEntry => ({
  creatorId,
  sequence: Number(cell('nummer')),
  createdAt: new Date(cell('tijd')),
  type: EarningType.parse(cell('soort')),
  source: EarningSource.nullable().parse(orNull(cell('bron'))),
  minutes: Number(cell('minuten')),
  grossCents: Number(cell('prijs')),
  vatCents: Number(cell('btw')),
  feeCents: Number(cell('betaalkosten')),
  baseCents: Number(cell('gedeeld')),
  basisPoints: Number(cell('deel in honderdsten van een procent')),
  cents: Number(cell('bedrag')),
  payableAt: new Date(cell('uitbetaalbaar vanaf')),
  sessionId: orNull(cell('sessie')),
  giftId: orNull(cell('cadeau')),
  payoutId: orNull(cell('uitbetaling')),
  reason: cell('reden') === '' ? null : String(JSON.parse(cell('reden'))),
  origin: cell('herkomst'),
  id: cell('id'),
  hash: cell('hash'),
})

/**
 * Checks two statements of a creator, and what lies between them: the entries of the first, those in between, and those of the second are one
 * chain.
 * @param between the shop's own entries after the first statement and before the second
 * @returns the finding in Dutch; null when all agrees
 */
export function compareStatements(
  first: Statement,
  second: Statement,
  between: readonly ChainEntry[],
): string | null {
  if (first.creatorId !== second.creatorId) return 'De overzichten zijn van twee creators.'
  const one = followChain(first.from, first.entries)
  if (one.brokenAt !== null) return `Regel ${one.brokenAt} van het eerste overzicht klopt niet.`
  const gap = followChain(one.head, between)
  if (gap.brokenAt !== null) return `Regel ${gap.brokenAt}, tussen de overzichten, klopt niet.`
  if (gap.head.sequence !== second.from.sequence || gap.head.hash !== second.from.hash)
    return `Na regel ${gap.head.sequence} sluit het tweede overzicht niet aan.`
  const two = followChain(second.from, second.entries)
  return two.brokenAt === null ? null : `Regel ${two.brokenAt} van het tweede overzicht klopt niet.`
}
