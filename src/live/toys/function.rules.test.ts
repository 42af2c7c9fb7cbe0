import fc from 'fast-check'
import { expect, test } from 'vitest'
import { functionLetters, type ToyFunction } from './contract.ts'
import { patternFunctions, toyFunctions, functionLevels, parseReportedFunctions } from './function.rules.ts'
import { applyCap } from './rules.ts'

test.each([
  ['lush', null, ['Vibrate']],
  ['edge', null, ['Vibrate']],
  ['nora', null, ['Vibrate', 'Rotate']],
  ['max', null, ['Vibrate', 'Pump']],
  ['gravity', null, ['Vibrate', 'Thrusting']],
  ['flexer', null, ['Vibrate', 'Fingering']],
  ['solace', null, ['Thrusting', 'Depth']],
  ['something new', null, ['Vibrate']],
  ['nora', ['Rotate' as const], ['Rotate']],
  ['something new', ['Suction' as const], ['Suction']],
])('a %s that reports %j can %j', (model, functions, able) => {
  expect(toyFunctions({ model, functions })).toEqual(able)
})

test.each([
  [[['Vibrate']], ['Vibrate']],
  [[['Rotate', 'Vibrate']], ['Vibrate', 'Rotate']],
  [[['Vibrate1', 'Vibrate2', 'Vibrate3']], ['Vibrate']],
  [
    [null, ['v1', 'v2', 't']],
    ['Vibrate', 'Thrusting'],
  ],
  [
    [['Pump'], ['v', 'p']],
    ['Vibrate', 'Pump'],
  ],
  [[['Position', 'Stroke'], ['pos']], null],
  [[[], undefined], null],
  [[['vibrate', 'V', '', '7']], null],
])('of the reported functions %j we use %j', (named, driven) => {
  expect(parseReportedFunctions(...named)).toEqual(driven)
})

test.each([
  [['Vibrate'], 0, [0]],
  [['Vibrate', 'Rotate'], 12, [12, 12]],
  [['Vibrate', 'Thrusting'], 20, [20, 20]],
  [['Vibrate', 'Pump'], 6, [6, 0]],
  [['Vibrate', 'Pump'], 7, [7, 1]],
  [['Vibrate', 'Pump'], 14, [14, 2]],
  [['Vibrate', 'Pump'], 20, [20, 2]],
  [['Thrusting', 'Depth'], 20, [20, 3]],
] as const)('%j at %i go to %j', (functions, strength, levels) => {
  expect(functionLevels(functions, strength)).toEqual(functions.map((name, place) => [name, levels[place]]))
})

test.each([
  [['Vibrate'], ['Vibrate']],
  [
    ['Vibrate', 'Rotate'],
    ['Vibrate', 'Rotate'],
  ],
  [['Vibrate', 'Pump'], ['Vibrate']],
  [['Thrusting', 'Depth'], ['Thrusting']],
  [['Pump', 'Depth'], []],
] as const)('of %j a pattern is followed by %j', (functions, followers) => {
  expect(patternFunctions(functions)).toEqual(followers)
})

const name = fc.constantFrom(...(Object.keys(functionLetters) as ToyFunction[]))
const strength = fc.integer({ min: 0, max: 20 })

/** The share of its whole range at which a function runs. */
const shareAt = (name: ToyFunction, strength: number) =>
  levelAt(name, strength) / (name === 'Pump' || name === 'Depth' ? 3 : 20)
const levelAt = (name: ToyFunction, strength: number) => functionLevels([name], strength)[0]?.[1] ?? NaN

test('no function ever runs above its cap', () => {
  fc.assert(
    fc.property(name, strength, fc.integer({ min: 1, max: 20 }), (name, asked, cap) => {
      expect(shareAt(name, applyCap(asked, cap))).toBeLessThanOrEqual(cap / 20)
    }),
  )
})

test('a higher strength never gives less, 0 gives 0, and every value is a whole number', () => {
  fc.assert(
    fc.property(name, strength, strength, (name, one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      expect(levelAt(name, less)).toBeLessThanOrEqual(levelAt(name, more))
      expect(levelAt(name, 0)).toBe(0)
      expect(Number.isInteger(levelAt(name, one))).toBe(true)
    }),
  )
})
