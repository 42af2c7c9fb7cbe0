import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isNamedPattern,
  CUSTOM_PATTERN_STEPS,
  encodeCustomPattern,
  patternNames,
  namedPatterns,
  patternsForModel,
  PATTERN_STEP_MS,
  loopStrengths,
  patternStrengths,
} from './pattern.rules.ts'
import { applyCap, isToyOnline, OFFLINE_AFTER_MS, MAX_TOY_STRENGTH } from './rules.ts'

const strength = fc.integer({ min: 0, max: MAX_TOY_STRENGTH })
const cap = fc.integer({ min: 1, max: MAX_TOY_STRENGTH })

describe('a cap', () => {
  it('is never exceeded, keeps the order, and keeps every strength above 0', () => {
    fc.assert(
      fc.property(strength, strength, cap, (one, other, cap) => {
        expect(applyCap(one, cap)).toBeLessThanOrEqual(cap)
        expect(applyCap(one, cap) === 0).toBe(one === 0)
        if (one <= other) expect(applyCap(one, cap)).toBeLessThanOrEqual(applyCap(other, cap))
      }),
    )
  })

  it('of the maximum changes nothing, and the maximum strength reaches every cap', () => {
    for (let each = 0; each <= MAX_TOY_STRENGTH; each += 1)
      expect(applyCap(each, MAX_TOY_STRENGTH)).toBe(each)
    for (let each = 1; each <= MAX_TOY_STRENGTH; each += 1)
      expect(applyCap(MAX_TOY_STRENGTH, each)).toBe(each)
  })
})

describe('patterns', () => {
  it('are 30, the quick actions first, each with strengths that a toy supports', () => {
    expect(patternNames).toHaveLength(30)
    expect(patternNames.slice(0, 4)).toEqual(['pulse', 'wave', 'fireworks', 'earthquake'])
    for (const strengths of Object.values(namedPatterns)) {
      expect(strengths.every(each => Number.isInteger(each) && each >= 0 && each <= MAX_TOY_STRENGTH)).toBe(
        true,
      )
      expect(Math.max(...strengths)).toBeGreaterThan(0)
    }
  })

  it.each([
    ['lush', 16],
    ['ferri', 13],
    ['edge', 10],
    ['max', 10],
    ['nora', 16],
    ['toString', 16],
  ])('for a %s are %i', (model, count) => {
    expect(patternsForModel(model)).toEqual(patternNames.slice(0, count))
  })

  it('are accepted by their own names only', () => {
    expect(patternNames.every(isNamedPattern)).toBe(true)
    for (const name of ['', 'Pulse', 'toString', '__proto__', 'constructor'])
      expect(isNamedPattern(name)).toBe(false)
  })

  it('custom ones are written as a letter per step, and read back', () => {
    const own = fc.array(strength, {
      minLength: CUSTOM_PATTERN_STEPS.least,
      maxLength: CUSTOM_PATTERN_STEPS.most,
    })
    fc.assert(
      fc.property(own, strengths => {
        expect(patternStrengths(encodeCustomPattern(strengths))).toEqual(strengths)
      }),
    )
    for (const name of patternNames) expect(patternStrengths(name)).toEqual(namedPatterns[name])
    for (const wrong of [
      '',
      '~',
      '~aaaa',
      '~aaaav',
      'aaaaaa',
      '~AAAAA',
      '~aaaaa~',
      `~${'a'.repeat(151)}`,
      'toString',
    ])
      expect(patternStrengths(wrong), wrong).toBeNull()
  })

  it('continue where they were: parts of any length add up to the whole', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...patternNames),
        fc.nat(200),
        fc.nat(50),
        fc.nat(50),
        (name, from, one, other) => {
          const part = (first: number, count: number) =>
            loopStrengths(namedPatterns[name], first * PATTERN_STEP_MS, count * PATTERN_STEP_MS)
          expect([...part(from, one), ...part(from + one, other)]).toEqual(part(from, one + other))
        },
      ),
    )
  })

  it('fit a command: at most 50 steps, none shorter than 100 ms', () => {
    expect(loopStrengths(namedPatterns.pulse, 0, 2000)).toHaveLength(10)
    expect(PATTERN_STEP_MS).toBeGreaterThanOrEqual(100)
  })
})

describe('a toy is online', () => {
  const now = new Date('2026-11-20T20:00:00Z')
  const ago = (ms: number) => new Date(now.getTime() - ms)
  it.each([
    ['ONLINE', ago(0), true],
    ['ONLINE', ago(OFFLINE_AFTER_MS - 1), true],
    ['ONLINE', ago(OFFLINE_AFTER_MS), false],
    ['ONLINE', null, false],
    ['OFFLINE', ago(0), false],
  ] as const)('with status %s and a last report at %s: %s', (status, lastActive, online) => {
    expect(isToyOnline({ status, lastActive, unreachableAt: null, unstoppedAt: null }, now)).toBe(online)
  })

  it.each([
    ['its app refuses commands', { unreachableAt: ago(0), unstoppedAt: null }],
    ['it takes no stop', { unreachableAt: null, unstoppedAt: ago(0) }],
  ])('but not while %s, even if the app reports it', (_, doubt) => {
    expect(isToyOnline({ status: 'ONLINE', lastActive: now, ...doubt }, now)).toBe(false)
  })
})
