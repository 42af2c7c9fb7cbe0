import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatGrams, findCoverageIssues, coverageIssueText } from './coverage.rules.ts'

const rate = (weightFrom: number, weightTo: number, serviceName = 'Pakket', isActive = true) => ({
  weightFrom,
  weightTo,
  serviceName,
  isActive,
})
const said = (...rates: Parameters<typeof findCoverageIssues>[0]) =>
  findCoverageIssues(rates).map(coverageIssueText)

test('reports nothing for consecutive rates, in any order', () => {
  expect(said(rate(2000, 5000), rate(0, 2000))).toEqual([])
  expect(said(rate(0, 2000, 'Brievenbuspakje'), rate(0, 10_000))).toEqual([])
})

test('reports a weight without a rate', () => {
  expect(said(rate(500, 2000), rate(5000, 10_000))).toEqual([
    'Tot 500 g is er geen tarief.',
    'Tussen 2 kg en 5 kg is er geen tarief.',
  ])
})

test('reports two rates of one service for one weight', () => {
  expect(said(rate(0, 2500), rate(2000, 5000), rate(0, 5000, 'Aangetekend'))).toEqual([
    'Pakket heeft van 2 kg tot 2,5 kg twee tarieven.',
  ])
})

test('ignores inactive rates', () => {
  expect(said(rate(0, 2000, 'Pakket', false))).toEqual([
    'Deze zone heeft geen actief tarief: er wordt niets aangeboden.',
  ])
  expect(said(rate(0, 2000), rate(1000, 3000, 'Pakket', false))).toEqual([])
})

test('every weight up to the heaviest has a rate, or is in a gap', () => {
  const someRate = fc
    .tuple(fc.nat(50), fc.integer({ min: 1, max: 30 }))
    .map(([from, more]) => rate(from, from + more))
  fc.assert(
    fc.property(fc.array(someRate, { minLength: 1, maxLength: 8 }), fc.nat(80), (rates, weight) => {
      const takes = (each: { weightFrom: number; weightTo: number }) =>
        each.weightFrom < weight && weight <= each.weightTo
      const gaps = findCoverageIssues(rates).filter(odd => odd.kind === 'GAP')
      const heaviest = Math.max(...rates.map(({ weightTo }) => weightTo))
      if (weight === 0 || weight > heaviest) return
      expect(gaps.some(({ from, to }) => from < weight && weight <= to)).toBe(!rates.some(takes))
    }),
  )
})

test.each([
  [0, '0 g'],
  [999, '999 g'],
  [1000, '1 kg'],
  [2500, '2,5 kg'],
])('%d grams are %s', (grams, text) => expect(formatGrams(grams)).toBe(text))
