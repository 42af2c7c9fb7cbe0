import { expect, test } from 'vitest'
import { addOption, addValues, changeRow, toVariantGrid, type VariantGridForm } from './grid.rules.ts'
import { compareGrids, mergeGrids } from './merge.rules.ts'

const made = addValues(addOption(toVariantGrid({}), 'maat'), 0, 'S, M')
const was: VariantGridForm = { ...made, rows: made.rows.map(row => ({ ...row, key: row.key, id: row.key })) }
const [small = '', medium = ''] = was.rows.map(({ key }) => key)

test('cells that both changed are a conflict, and those of one only are not', () => {
  const theirs = changeRow(changeRow(was, small, { price: '9,00' }), medium, { sku: 'X' })
  const mine = changeRow(changeRow(was, small, { price: '8,00' }), medium, { barcode: '871' })
  const found = compareGrids(was, theirs, mine)
  expect(found.map(({ label, isConflict }) => [label, isConflict])).toEqual([
    ['S: prijs', true],
    ['M: sku', false],
  ])
  expect(found[0]).toMatchObject({ was: 'Leeg', theirs: '9,00', mine: '8,00' })
  const merged = mergeGrids(was, mine, theirs, [])
  expect(merged.rows).toMatchObject([{ price: '8,00' }, { sku: 'X', barcode: '871' }])
  expect(mergeGrids(was, mine, theirs, [found[0]?.name ?? '']).rows[0]).toMatchObject({ price: '9,00' })
})

test('units that were sold meanwhile are no conflict, unless I counted them too', () => {
  const theirs = changeRow(was, small, { stock: '3' })
  expect(compareGrids(was, theirs, was)).toEqual([])
  expect(mergeGrids(was, was, theirs, []).rows[0]).toMatchObject({ stock: '3' })
  expect(compareGrids(was, theirs, changeRow(was, small, { stock: '5' }))).toMatchObject([
    { was: '0', theirs: '3', mine: '5', isConflict: true },
  ])
})

test('who adds values is asked when another added others, and keeps cells', () => {
  const theirs = addValues(was, 0, 'L')
  const mine = changeRow(addValues(was, 0, 'XL'), small, { price: '8,00' })
  const [shape] = compareGrids(was, theirs, mine)
  expect(shape).toMatchObject({ name: 'shape', isConflict: true, theirs: 'maat: S, M, L\n3 varianten' })
  const valuesOf = ({ rows }: VariantGridForm) => rows.map(({ values }) => values[0])
  expect(valuesOf(mergeGrids(was, mine, theirs, []))).toEqual(['S', 'M', 'XL'])
  const taken = mergeGrids(was, mine, theirs, ['shape'])
  expect(valuesOf(taken)).toEqual(['S', 'M', 'L'])
  expect(taken.rows[0]).toMatchObject({ price: '8,00' })
  expect(compareGrids(was, theirs, theirs)).toEqual([])
})
