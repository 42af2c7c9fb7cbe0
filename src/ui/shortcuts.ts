/** The keyboard shortcuts of the back office: one table, from which the keys work, the sheet lists them and the README names them. */

export type ShortcutId =
  | 'palette'
  | 'sheet'
  | 'search'
  | 'next-row'
  | 'previous-row'
  | 'open-row'
  | 'select-row'
  | 'next-page'
  | 'previous-page'
  | 'orders'
  | 'products'
  | 'customers'

export interface Shortcut {
  id: ShortcutId
  /** Each is one way: a key, two keys one after the other (`g o`), or `Mod+` for Ctrl, on a Mac ⌘. */
  keys: readonly string[]
  name: string
  group: 'Overal' | 'In een lijst'
  /** Works only while the focus is in a row, because the page needs the key elsewhere. */
  inRowOnly?: readonly string[]
  /** The page that it opens. */
  to?: string
}

export const adminShortcuts: readonly Shortcut[] = [
  { id: 'palette', keys: ['Mod+k'], name: 'Zoek en ga naar', group: 'Overal' },
  { id: 'orders', keys: ['g o'], name: 'Naar bestellingen', group: 'Overal', to: '/admin/orders' },
  { id: 'products', keys: ['g p'], name: 'Naar producten', group: 'Overal', to: '/admin/products' },
  { id: 'customers', keys: ['g k'], name: 'Naar gebruikers', group: 'Overal', to: '/admin/users' },
  { id: 'sheet', keys: ['?'], name: 'Deze lijst', group: 'Overal' },
  { id: 'search', keys: ['/'], name: 'Zoek in de lijst', group: 'In een lijst' },
  {
    id: 'next-row',
    keys: ['j', 'ArrowDown'],
    name: 'Volgende rij',
    group: 'In een lijst',
    inRowOnly: ['ArrowDown'],
  },
  {
    id: 'previous-row',
    keys: ['k', 'ArrowUp'],
    name: 'Vorige rij',
    group: 'In een lijst',
    inRowOnly: ['ArrowUp'],
  },
  { id: 'open-row', keys: ['Enter'], name: 'Open de rij', group: 'In een lijst', inRowOnly: ['Enter'] },
  { id: 'select-row', keys: ['x'], name: 'Kies de rij, of toch niet', group: 'In een lijst' },
  { id: 'next-page', keys: ['n', ']'], name: 'Volgende pagina', group: 'In een lijst' },
  { id: 'previous-page', keys: ['p', '['], name: 'Vorige pagina', group: 'In een lijst' },
]

/** The parts of a key press that decide. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** Whether typed text goes into a field. */
  isTyping: boolean
  /** Whether the focus is in a row of a list. */
  isInRow: boolean
}

/** A shortcut, or the first key of one. */
export type ShortcutMatch = { shortcut: Shortcut } | { prefix: string } | null

/**
 * @param prefix the key that was pressed just before, when it begins a shortcut
 * @param hasCharacterKeys whether keys without Ctrl or ⌘ work (WCAG 2.1.4)
 */
export function matchShortcut(press: KeyPress, prefix: string, hasCharacterKeys: boolean): ShortcutMatch {
  const { key, ctrlKey, metaKey, altKey } = press
  const typed = key.length === 1 ? key.toLowerCase() : key
  if (ctrlKey || metaKey) return altKey || ctrlKey === metaKey ? null : find(`Mod+${typed}`, press)
  if (altKey || press.isTyping || !hasCharacterKeys) return null
  const following = prefix && find(`${prefix} ${typed}`, press)
  if (following) return following
  if (adminShortcuts.some(({ keys }) => keys.some(way => way.startsWith(`${typed} `))))
    return { prefix: typed }
  return find(typed, press)
}

function find(way: string, { isInRow }: KeyPress): ShortcutMatch {
  const shortcut = adminShortcuts.find(({ keys }) => keys.includes(way))
  return !shortcut || (shortcut.inRowOnly?.includes(way) && !isInRow) ? null : { shortcut }
}

const keyLabels: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑' }

/** The keys of one way, as they stand on a keyboard: `Mod+k` → `Ctrl`, `K`; `g o` → `g`, `o`. */
export const keyLabelsOf = (way: string, isMac: boolean): string[] =>
  way.startsWith('Mod+')
    ? [isMac ? '⌘' : 'Ctrl', way.slice('Mod+'.length).toUpperCase()]
    : way.split(' ').map(key => keyLabels[key] ?? key)

/** The line of the README. */
export const shortcutsLine = (): string =>
  adminShortcuts
    .map(({ keys, name }) => {
      const ways = keys.map(way => `\`${keyLabelsOf(way, false).join(way.startsWith('Mod+') ? '+' : ' ')}\``)
      return `${ways.join(' or ')} ${name.toLowerCase()}`
    })
    .join(' · ')
