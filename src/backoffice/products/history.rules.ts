import type { LowestPrice, PriceEntry, PriceSource, StockCause, StockEntry } from './contract.ts'

export const stockCauseNames: Record<StockCause, string> = {
  COUNTED: 'Geteld',
  DELIVERED: 'Geleverd',
  DAMAGED: 'Beschadigd',
  RETURNED: 'Retour',
  OTHER: 'Anders',
}

export const priceSourceNames: Record<PriceSource, string> = {
  OPENING: 'Eerste prijs',
  FORM: 'Formulier',
  BULK: 'Bulkbewerking',
  IMPORT: 'Import',
}

/** The label of a stock entry. */
export function stockEntryLabel({ kind, cause }: Pick<StockEntry, 'kind' | 'cause'>): string {
  if (kind === 'SALE') return 'Verkocht'
  if (kind === 'RETURN') return 'Terug van een bestelling'
  if (kind === 'INTAKE') return 'Beginvoorraad'
  return cause ? stockCauseNames[cause] : 'Gecorrigeerd'
}

export const OMNIBUS_DAYS = 30
const WINDOW = OMNIBUS_DAYS * 24 * 3600_000

type DatedPriceChange = Pick<PriceEntry, 'oldCents' | 'newCents'> & { at: Date }

/**
 * Computes the lowest prices of the Omnibus directive.
 * @param entries those of the last 30 days before the last change, oldest first, with the one before them if there is one
 */
export function computeLowestPrice(
  entries: readonly DatedPriceChange[],
  present: number,
  now: Date,
): Omit<LowestPrice, 'since'> & { since: Date | null } {
  const last = entries.at(-1)
  const lowestCents = Math.min(present, ...pricesBetween(entries, now.getTime() - WINDOW, now.getTime()))
  const isReduced = last !== undefined && last.oldCents !== null && last.newCents < last.oldCents
  const before = isReduced
    ? pricesBetween(entries.slice(0, -1), last.at.getTime() - WINDOW, last.at.getTime())
    : []
  const priorCents = isReduced ? Math.min(last.oldCents as number, ...before) : null
  return { lowestCents, priorCents, since: last?.at ?? null }
}

/** The prices that were in force at any moment of an interval: each lasts until the next. */
function pricesBetween(entries: readonly DatedPriceChange[], from: number, until: number): number[] {
  const [first] = entries
  const standing = entries.filter(({ at }, index) => {
    const next = entries[index + 1]?.at.getTime() ?? Infinity
    return at.getTime() <= until && next > from
  })
  const earlier = first && first.at.getTime() > from && first.oldCents !== null ? [first.oldCents] : []
  return [...earlier, ...standing.map(({ newCents }) => newCents)]
}

/** `5` → `+5`, `-3` → `−3`: with a minus as wide as the plus. */
export const formatSignedPieces = (pieces: number): string =>
  pieces > 0 ? `+${pieces}` : `−${Math.abs(pieces)}`
