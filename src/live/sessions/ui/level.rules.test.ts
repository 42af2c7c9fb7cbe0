import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  levelBandName,
  levelBand,
  levelBands,
  clampLevel,
  strengthToOffset,
  offsetToLevel,
  wheelToLevels,
} from './level.rules.ts'

describe('bands', () => {
  test.each([
    [1, 'low', 'Zacht'],
    [7, 'low', 'Zacht'],
    [8, 'middle', 'Midden'],
    [14, 'middle', 'Midden'],
    [15, 'high', 'Sterk'],
    [20, 'high', 'Sterk'],
  ])('%i is %s, on screen "%s"', (level, band, name) => {
    expect(levelBand(level)).toBe(band)
    expect(levelBandName(level)).toBe(name)
  })

  test('contain every level exactly once', () => {
    const covered = levelBands.flatMap(({ from, to }) =>
      Array.from({ length: to - from + 1 }, (_, step) => from + step),
    )
    expect(covered).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    for (const { band, from, to } of levelBands)
      expect([levelBand(from), levelBand(to)]).toEqual([band, band])
  })
})

describe('the control surface', () => {
  const surface = { height: 440, inset: 20 }

  test('places every level at its own depth', () => {
    for (let level = 1; level <= 20; level++)
      expect(offsetToLevel(strengthToOffset(level, surface), surface)).toBe(level)
  })

  test('is 0 at the bottom and at its maximum at the top, within its inset', () => {
    expect(strengthToOffset(20, surface)).toBe(20)
    expect(strengthToOffset(0, surface)).toBe(420)
  })

  test('maps any touch to a level of the slider', () => {
    const anyDepth = fc.double({ min: -5000, max: 5000, noNaN: true })
    fc.assert(
      fc.property(anyDepth, fc.integer({ min: 0, max: 2000 }), (depth, height) => {
        const level = offsetToLevel(depth, { height, inset: 36 })
        expect(level).toBe(clampLevel(level))
      }),
    )
  })

  test('gives higher levels for higher touches', () => {
    const levels = [430, 300, 200, 100, 0].map(depth => offsetToLevel(depth, surface))
    expect(levels).toEqual([1, 6, 11, 16, 20])
  })
})

describe('the wheel', () => {
  test('turns a notch up into a higher level, and a notch down into a lower one', () => {
    expect(wheelToLevels(0, -24, 0).levels).toBe(1)
    expect(wheelToLevels(0, 24, 0).levels).toBe(-1)
    expect(wheelToLevels(0, -1, 1).levels).toBe(1)
    expect(wheelToLevels(0, -1, 2).levels).toBe(10)
  })

  test('adds up the small movements of a touchpad', () => {
    let rest = 0
    let levels = 0
    for (let turn = 0; turn < 12; turn++) {
      const turned = wheelToLevels(rest, -5, 0)
      rest = turned.rest
      levels += turned.levels
    }
    expect(levels).toBe(2)
    expect(rest).toBe(12)
  })
})
