import { expect, it } from 'vitest'
import { findNationalNumbers } from './nationalNumber.rules.ts'

const bbox = { x0: 0, y0: 0, x1: 900, y1: 20 }
const line = (...words: string[]) => words.map(text => ({ text, bbox }))

it.each([
  ['a BSN', ['111222333'], 1],
  ['a BSN with dots', ['1112.22.333'], 1],
  ['a BSN in parts', ['BSN', '1112', '22', '333'], 3],
  ['a BSN whose zero was read as a letter', ['1OO000OO9'], 1],
  ['a BSN in a machine-readable zone', ['I<NLDSPECI20142<999999990<<<<8'], 1],
  ['a rijksregisternummer', ['85073003328'], 1],
  ['a rijksregisternummer with dots and a dash', ['85.07.30-033.28'], 1],
  ['a rijksregisternummer in parts', ['85.07.30', '033', '28'], 3],
  ['a rijksregisternummer of a person born since 2000', ['17073000317'], 1],
] as const)('%s is found', (_, words, boxes) => {
  expect(findNationalNumbers(line(...words))).toHaveLength(boxes)
})

it.each([
  ['a number that fails the test', ['111222334']],
  ['a national number with another rest', ['85073003329']],
  ['zeros', ['000000000']],
  ['a date and a postcode', ['10', '03', '1985', '1011', 'AB']],
  ['a name', ['VOORBEELD', 'DE', 'BRUIJN']],
] as const)('%s is no citizen number', (_, words) => {
  expect(findNationalNumbers(line(...words))).toEqual([])
})

it('a BSN behind other digits of a machine-readable zone is found', () => {
  expect(findNationalNumbers(line('SPECI20142NLD6503101F1403096999999990<<<<<84'))).not.toEqual([])
})

it('the box covers the digits of the number, and little more of a longer line', () => {
  const [found] = findNationalNumbers(line('I<NLDSPECI20142<999999990<<<<8'))
  const { x0 = 900, x1 = 0 } = found ?? {}
  expect(x0).toBeLessThan(900 * (16 / 30))
  expect(x1).toBeGreaterThan(900 * (25 / 30))
  expect(x1 - x0).toBeLessThan(900 * 0.4)
})
