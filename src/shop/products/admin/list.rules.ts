import type { StockLevel } from './contract.ts'
import type { MissingSafetyInfo } from './safety/contract.ts'

/** How far the list is counted; less far with a search. */
export const maxCounted = (q: string): number => (q === '' ? 10_000 : 1000)

const figure = new Intl.NumberFormat('nl-NL')

/** `1` → `1 product`; `10000` with as many as `most` → `10.000 producten of meer`. */
export const formatProductCount = (total: number, most: number): string =>
  `${figure.format(total)} ${total === 1 ? 'product' : 'producten'}${total >= most ? ' of meer' : ''}`

/** The levels that the list can be filtered by. Nothing is low at a threshold of 0: then that one is offered only where a URL has it. */
export function stockLevelOptions(
  threshold: number,
  chosen: StockLevel | undefined,
): { value: StockLevel; name: string }[] {
  const low =
    threshold === 0 ? 'Bijna op (staat uit)' : `Bijna op (${threshold === 1 ? '1' : `1 tot ${threshold}`})`
  return [
    { value: 'enough', name: threshold === 0 ? 'Op voorraad' : 'Genoeg op voorraad' },
    ...(threshold > 0 || chosen === 'low' ? [{ value: 'low', name: low } as const] : []),
    { value: 'out', name: 'Uitverkocht' },
  ]
}

export const missingSafetyNames: Record<MissingSafetyInfo, string> = {
  safety: 'Geen veiligheid',
  label: 'Geen etiket',
  manual: 'Geen handleiding',
  french: 'Geen Frans',
}
