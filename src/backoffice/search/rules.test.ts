import { expect, it } from 'vitest'
import { formatCents } from '../../wire/money.ts'
import { settingsFields } from '../../money/settings/admin/form.rules.ts'
import { matchItems, moveOption, paletteGroups, settingsItems, withRecent } from './rules.ts'

const page = (name: string) => ({ to: `/admin/${name.toLowerCase()}`, name })
const pages = ['Overzicht', 'Terugbetalingen', 'Bestellingen', 'Categorieën', 'Mails'].map(page)
const hits = {
  orders: [{ id: 'o', number: '2026-000042', customerName: 'An', status: 'PAID' as const, total: 1295 }],
  customers: [],
  products: [{ id: 'p', name: 'Roos', sku: 'GL-1', isActive: false }],
}
const namesOf = (q: string) => matchItems(pages, q).map(({ name }) => name)

it('finds pages by the beginning of the name first, without accents and capitals', () => {
  expect(namesOf('be')).toEqual(['Bestellingen', 'Terugbetalingen'])
  expect(namesOf('CATEGORIEEN')).toEqual(['Categorieën'])
  expect(namesOf('ë')).toContain('Categorieën')
  expect(namesOf('xyz')).toEqual([])
})

it('shows what was chosen lately and all pages when nothing is typed', () => {
  const recent = [page('Mails')]
  const groups = paletteGroups(' ', pages, recent, hits)
  expect(groups.map(({ name, items }) => [name, items.length])).toEqual([
    ['Laatst gekozen', 1],
    ['Pagina’s', 4],
  ])
  expect(paletteGroups('', pages, [], undefined)).toHaveLength(1)
})

it('shows the hits by kind, with the details that tell them apart, and no empty group', () => {
  expect(paletteGroups('roos', pages, [], hits)).toEqual([
    {
      name: 'Bestellingen',
      items: [{ to: '/admin/orders/o', name: '2026-000042', detail: `An, Betaald, ${formatCents(1295)}` }],
    },
    { name: 'Producten', items: [{ to: '/admin/products/p', name: 'Roos', detail: 'GL-1, niet te koop' }] },
  ])
})

it('leads to every setting', () => {
  expect(settingsItems).toHaveLength(settingsFields.length)
  expect(paletteGroups('btw-n', pages, [], undefined)).toEqual([
    {
      name: 'Instellingen',
      items: [{ to: '/admin/settings#company.vatNumber', name: 'Btw-nummer', detail: 'Instelling' }],
    },
  ])
})

it('keeps the last five choices, each once', () => {
  const chosen = ['a', 'b', 'a', 'c', 'd', 'e', 'f'].map(page)
  const recent = chosen.reduce(withRecent, [] as ReturnType<typeof page>[])
  expect(recent.map(({ name }) => name)).toEqual(['f', 'e', 'd', 'c', 'a'])
})

it('moves around both ends', () => {
  expect(moveOption('ArrowDown', 2, 3)).toBe(0)
  expect(moveOption('ArrowUp', 0, 3)).toBe(2)
  expect(moveOption('a', 0, 3)).toBeUndefined()
  expect(moveOption('ArrowDown', 0, 0)).toBeUndefined()
})
