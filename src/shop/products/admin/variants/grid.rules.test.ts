import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addMissing,
  addOption,
  addValues,
  fillColumn,
  missingCombinations,
  moveOption,
  moveValue,
  parseCells,
  pasteCells,
  removeOption,
  removeRow,
  removeValue,
  toVariantGrid,
  type VariantGridForm,
} from './grid.rules.ts'
import { setProductVariants } from './contract.ts'
import { changesStock, parseVariantGrid } from './request.rules.ts'

const empty = toVariantGrid({})
const valuesOf = ({ rows }: VariantGridForm) => rows.map(({ values }) => values.join(' '))
const sizes = addValues(addOption(empty, 'maat'), 0, 'S, M')
const robes = addValues(addOption(sizes, 'kleur'), 1, 'rood; zwart')

test('a value makes a row of each combination, in the order of the values', () => {
  expect(valuesOf(sizes)).toEqual(['S', 'M'])
  expect(valuesOf(robes)).toEqual(['S rood', 'S zwart', 'M rood', 'M zwart'])
  expect(valuesOf(addValues(robes, 0, 'L'))).toEqual([...valuesOf(robes), 'L rood', 'L zwart'])
  expect(addValues(robes, 0, 'S')).toBe(robes)
  expect(valuesOf(moveValue(robes, 0, 1, 0))).toEqual(['M rood', 'M zwart', 'S rood', 'S zwart'])
  expect(valuesOf(moveOption(robes, 1, 0))).toEqual(['rood S', 'rood M', 'zwart S', 'zwart M'])
})

test('rows keep their typed values while options come and go', () => {
  const typed = fillColumn(sizes, 'price', '12')
  const colored = addValues(addOption(typed, 'kleur'), 1, 'rood')
  expect(colored.rows.map(({ key, price }) => [key, price])).toEqual(typed.rows.map(({ key }) => [key, '12']))
  expect(removeOption(addValues(colored, 1, 'zwart'), 1).rows).toEqual(typed.rows)
  expect(valuesOf(removeValue(colored, 1, 'rood'))).toEqual(['S ', 'M '])
  expect(removeOption(sizes, 0)).toEqual(empty)
})

test('a combination that was removed can be added again', () => {
  const without = removeRow(robes, robes.rows[1]?.key ?? '')
  expect(missingCombinations(without)).toEqual([['S', 'zwart']])
  expect(valuesOf(addMissing(without))).toEqual(valuesOf(robes))
  expect(missingCombinations(robes)).toEqual([])
  expect(missingCombinations(empty)).toEqual([])
})

test('cells of a spreadsheet go to the right and down, as far as there are cells', () => {
  const pasted = pasteCells(robes, 2, 'price', parseCells('12,50\t4,5\t3\r\n13\t\t4\r\n14\t5\t5\r\n'))
  expect(pasted.rows.map(({ price, purchasePrice, stock }) => [price, purchasePrice, stock])).toEqual([
    ['', '', '0'],
    ['', '', '0'],
    ['12,50', '4,5', '3'],
    ['13', '', '4'],
  ])
  expect(pasteCells(robes, 3, 'barcode', [['871', 'more']]).rows[3]).toMatchObject({ barcode: '871' })
  expect(parseCells('one')).toEqual([['one']])
})

test('a value that is added after all rows were removed has the values of the other options', () => {
  const sizes = addValues(addOption(empty, 'maat'), 0, 'S, M')
  const none = sizes.rows.reduce((grid, { key }) => removeRow(grid, key), addOption(sizes, 'kleur'))
  expect(addValues(none, 1, 'rood').rows.map(({ values }) => values)).toEqual([
    ['S', 'rood'],
    ['M', 'rood'],
  ])
})

const anyEdit = fc.oneof(
  fc.constant((grid: VariantGridForm) =>
    grid.options.length < 3 ? addOption(grid, `o${grid.options.length}`) : grid,
  ),
  fc.tuple(fc.nat({ max: 2 }), fc.constantFrom('a', 'b', 'c')).map(
    ([at, value]) =>
      (grid: VariantGridForm) =>
        at < grid.options.length ? addValues(grid, at, value) : grid,
  ),
  fc.tuple(fc.nat({ max: 2 }), fc.constantFrom('a', 'b', 'c')).map(
    ([at, value]) =>
      (grid: VariantGridForm) =>
        at < grid.options.length ? removeValue(grid, at, value) : grid,
  ),
  fc
    .nat({ max: 2 })
    .map(at => (grid: VariantGridForm) => (at < grid.options.length ? removeOption(grid, at) : grid)),
  fc.nat({ max: 8 }).map(at => (grid: VariantGridForm) => removeRow(grid, grid.rows[at]?.key ?? '')),
  fc.constant(addMissing),
)

test('whatever is edited, each row has a value of each option, once, and a key of its own', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 15 }), edits => {
      const { options, rows } = edits.reduce((grid, edit) => edit(grid), empty)
      for (const { values } of rows) {
        expect(values).toHaveLength(options.length)
        for (const [at, value] of values.entries()) {
          const known = options[at]?.values ?? []
          expect(known.length === 0 ? value === '' : known.includes(value)).toBe(true)
        }
      }
      expect(new Set(rows.map(({ values }) => values.join('|'))).size).toBe(rows.length)
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    }),
  )
})

const product = { id: 'p', version: 3 }
const why = { cause: 'COUNTED' as const, note: '' }
const stored = toVariantGrid({
  options: [{ name: 'maat', values: ['S'] }],
  variants: [
    {
      id: '019f85b9-29a7-70a4-81d6-f57c58b5865c',
      values: ['S'],
      sku: 'R-S',
      price: 1250,
      effectivePrice: 1250,
      purchasePrice: null,
      stock: 4,
      reservedStock: 0,
      weight: 0,
      barcode: null,
      imageUrl: null,
      images: [],
      isActive: true,
      position: 0,
    },
  ],
})

test('the request has the stock that was read, and leaves out derived values', () => {
  expect(stored.rows[0]).toMatchObject({ price: '12,50', stock: '4', weight: '', barcode: '' })
  const grid = addValues(stored, 0, 'M')
  expect(parseVariantGrid(setProductVariants.input, product, stored, grid, why)).toMatchObject({
    request: {
      productId: 'p',
      version: 3,
      variants: [
        { id: stored.rows[0]?.id, sku: 'R-S', price: 1250, stock: 4, stockSeen: 4, weight: 0, barcode: null },
        { values: ['M'], price: null, stock: 0, weight: null },
      ],
    },
  })
  expect(changesStock(stored, grid)).toBe(false)
  expect(changesStock(stored, fillColumn(grid, 'stock', '4'))).toBe(true)
})

test('a weight that is left out stays as it is', () => {
  const variants = [{ values: ['S'], price: null, stock: 0, isActive: true }]
  const read = setProductVariants.input.parse({
    ...product,
    productId: 'p',
    options: [{ name: 'maat', values: ['S'] }],
    variants,
  })
  expect(read.variants[0]?.weight).toBeUndefined()
})

test('errors are at their row and column', () => {
  const wrong = fillColumn(fillColumn(addOption(stored, ''), 'price', 'veel'), 'stock', '-1')
  expect(parseVariantGrid(setProductVariants.input, product, stored, wrong, why)).toMatchObject({
    errors: {
      'options.1.name': 'Vul een naam in, zoals maat.',
      'options.1.values': 'Vul een waarde in.',
      'variants.0.values.1': 'Vul een waarde in.',
      'variants.0.price': 'Vul een prijs in, zoals 12,50.',
      'variants.0.stock': 'Vul een voorraad in, vanaf 0.',
    },
  })
  const twins = fillColumn(robes, 'sku', 'R')
  expect(parseVariantGrid(setProductVariants.input, product, stored, twins, why)).toMatchObject({
    errors: { 'variants.1.sku': 'Deze SKU staat ook op rij 1.' },
  })
})
