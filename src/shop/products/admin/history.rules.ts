import type { PriceSource } from '../prices/contract.ts'
import type { StockCause } from './contract.ts'
import type { StockEntry } from './history.contract.ts'

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
  SALE: 'Actie',
}

/** The label of a stock entry. */
export function stockEntryLabel({ kind, cause }: Pick<StockEntry, 'kind' | 'cause'>): string {
  if (kind === 'SALE') return 'Verkocht'
  if (kind === 'RETURN') return 'Terug van een bestelling'
  if (kind === 'INTAKE') return 'Beginvoorraad'
  return cause ? stockCauseNames[cause] : 'Gecorrigeerd'
}

/** `5` → `+5`, `-3` → `−3`: with a minus as wide as the plus. */
export const formatSignedPieces = (pieces: number): string =>
  pieces > 0 ? `+${pieces}` : `−${Math.abs(pieces)}`
