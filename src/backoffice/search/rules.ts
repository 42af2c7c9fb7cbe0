import { formatCents } from '../../wire/money.ts'
import { settingsFieldLabels } from '../../money/settings/admin/form.rules.ts'
import { orderStatusLabels } from '../../shop/orders/status.rules.ts'
import type { BackofficeHits } from './contract.ts'

/** A place that the palette leads to. */
export interface PaletteItem {
  to: string
  name: string
  /** The text that tells it from others: a mail address, an SKU. */
  detail?: string
}

export interface PaletteGroup {
  name: string
  items: PaletteItem[]
}

const MOST_PAGES = 8
const MOST_RECENT = 5

/** The settings, each with the hash that brings its field into focus. */
export const settingsItems: PaletteItem[] = Object.entries(settingsFieldLabels).map(([field, name]) => ({
  to: `/admin/settings#${field}`,
  name,
  detail: 'Instelling',
}))

/** Without accents and capitals: "Categorieën" is found by "categorieen". */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** How well a name fits: 0 it begins with the text, 1 a word of it does, 2 it contains the text; null it does not fit. */
function rankOf(name: string, typed: string): number | null {
  const folded = fold(name)
  const at = folded.indexOf(typed)
  if (at === -1) return null
  if (at === 0) return 0
  return /[\p{L}\p{N}]/u.test(folded[at - 1] ?? '') ? 2 : 1
}

/** The items whose name contains the text, the best first. */
export function matchItems(items: readonly PaletteItem[], q: string, most = MOST_PAGES): PaletteItem[] {
  const typed = fold(q.trim())
  return items
    .map(item => ({ item, rank: rankOf(item.name, typed) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, most)
    .map(({ item }) => item)
}

/** The groups for a text; for an empty one the recent choices and all pages. */
export function paletteGroups(
  q: string,
  pages: readonly PaletteItem[],
  recent: readonly PaletteItem[],
  hits: BackofficeHits | undefined,
): PaletteGroup[] {
  const groups =
    q.trim() === ''
      ? [
          { name: 'Laatst gekozen', items: [...recent] },
          { name: 'Pagina’s', items: pages.filter(({ to }) => !recent.some(one => one.to === to)) },
        ]
      : [
          { name: 'Pagina’s', items: matchItems(pages, q) },
          { name: 'Instellingen', items: matchItems(settingsItems, q) },
          ...(hits ? hitGroups(hits) : []),
        ]
  return groups.filter(({ items }) => items.length > 0)
}

const hitGroups = ({ orders, customers, products }: BackofficeHits): PaletteGroup[] => [
  {
    name: 'Bestellingen',
    items: orders.map(({ id, number, customerName, status, total }) => ({
      to: `/admin/orders/${id}`,
      name: number,
      detail: `${customerName}, ${orderStatusLabels[status].name}, ${formatCents(total)}`,
    })),
  },
  {
    name: 'Gebruikers',
    items: customers.map(({ id, displayName, email }) => ({
      to: `/admin/users/${id}`,
      name: displayName,
      detail: email,
    })),
  },
  {
    name: 'Producten',
    items: products.map(({ id, name, sku, isActive }) => ({
      to: `/admin/products/${id}`,
      name,
      detail: isActive ? sku : `${sku}, niet te koop`,
    })),
  },
]

/** The chosen one first, each once. */
export const withRecent = (recent: readonly PaletteItem[], chosen: PaletteItem): PaletteItem[] =>
  [chosen, ...recent.filter(({ to }) => to !== chosen.to)].slice(0, MOST_RECENT)

/** The option after a key press, around both ends; undefined when the key moves nothing. */
export function moveOption(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return (active - 1 + count) % count
  return undefined
}
