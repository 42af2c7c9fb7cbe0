import { BYTE_ORDER_MARK, writeCsvRows } from '../../platform/text/csv.ts'
import { keysOf } from '../../wire/records.ts'
import { ChainEntry, type ChainHead, followChain } from './chain.service.ts'

/** A creator's entries of some time, with the place in her chain before them. */
export interface Statement {
  creatorId: string
  from: ChainHead
  entries: ChainEntry[]
}

const names = keysOf(ChainEntry.shape)
/** Their headings, in the same order. */
const headingLine =
  'nummer id creator soort bron bedrag prijs btw betaalkosten gedeeld deel minuten sessie cadeau uitbetaling herkomst reden uitbetaalbaar tijd hash'
const headings = headingLine.split(' ')

/** A reason is written as a JSON text, which is no formula. */
function toCell(entry: Partial<ChainEntry>, name: keyof ChainEntry): string {
  const value = entry[name] ?? ''
  if (value instanceof Date) return value.toISOString()
  return name === 'reason' && value !== '' ? JSON.stringify(value) : String(value)
}

/** A statement as CSV, amounts in cents: the headings, a row with the place in the chain before it and the creator's id, and a row an entry. */
export const writeStatement = ({ creatorId, from, entries }: Statement): string =>
  BYTE_ORDER_MARK +
  writeCsvRows([
    headings,
    ...[{ creatorId, ...from }, ...entries].map(row => names.map(name => toCell(row, name))),
  ])

/** Reads a statement that `writeStatement` wrote. @throws Error for another file */
export function parseStatement([first = [], begin = [], ...lines]: string[][]): Statement {
  if (headings.some((heading, index) => first[index] !== heading))
    throw new Error('dit is geen overzicht van verdiensten')
  const read = (cells: string[]) =>
    Object.fromEntries(names.map((name, index) => [name, cells[index] || null]))
  const { creatorId, sequence, hash } = read(begin)
  const entries = lines.map(read).map(({ reason = null, ...row }) => ({
    ...row,
    reason: reason === null ? null : (JSON.parse(reason) as unknown),
  }))
  return {
    creatorId: creatorId ?? '',
    from: { sequence: Number(sequence), hash: hash ?? '' },
    entries: entries.map(entry => ChainEntry.parse(entry)),
  }
}

/**
 * Checks two statements of a creator and the entries between them: those of the first, those in between, and those of the second are one
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
