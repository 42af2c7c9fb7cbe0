import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyCap } from '../toys/rules.ts'
import type { Menu } from './contract.ts'
import { isInvited, isPatternAllowed, menuNotice, openMenu, restsUntil, warmUpCap } from './rules.ts'

const warmUp = fc.record({ from: fc.integer({ min: 1, max: 20 }), minutes: fc.integer({ min: 1, max: 60 }) })
const cap = fc.integer({ min: 1, max: 20 })
const ms = fc.integer({ min: 0, max: 2 * 3_600_000 })

it('a warm-up rises, is never above the cap, and ends at the cap', () => {
  fc.assert(
    fc.property(warmUp, cap, ms, ms, (rise, highest, one, other) => {
      const menu = { ...openMenu, warmUp: rise }
      const [early, late] = [Math.min(one, other), Math.max(one, other)]
      const at = (time: number) => warmUpCap(highest, menu, time)
      expect(at(early)).toBeLessThanOrEqual(at(late))
      expect(at(late)).toBeLessThanOrEqual(highest)
      expect(at(0)).toBe(Math.min(rise.from, highest))
      expect(at(rise.minutes * 60_000)).toBe(highest)
      // No position of the slider comes out above it.
      for (let strength = 0; strength <= 20; strength += 1)
        expect(applyCap(strength, at(early))).toBeLessThanOrEqual(at(early))
    }),
  )
  expect(warmUpCap(12, openMenu, 0)).toBe(12)
})

it.each<[Menu['audience'], boolean, boolean, boolean]>([
  ['EVERYONE', false, false, true],
  ['ACCEPT_EACH', false, false, true],
  ['FAVOURITES', false, true, false],
  ['FAVOURITES', true, false, true],
  ['PLAYED_BEFORE', false, false, false],
  ['PLAYED_BEFORE', false, true, true],
  ['PLAYED_BEFORE', true, false, true],
])('with %s, a person who is a favourite %s and played before %s may come: %s', (audience, ...guest) => {
  const [isFavourite, hasPlayed, mayCome] = guest
  expect(isInvited(audience, { isFavourite, hasPlayed })).toBe(mayCome)
})

it('a pattern is allowed by its name, and one of the player’s own as a kind', () => {
  const menu = { ...openMenu, patterns: ['wave'], ownPatterns: false }
  const allowed = ['wave', 'pulse', '~abcde'].map(name => isPatternAllowed(menu, name))
  expect(allowed).toEqual([true, false, false])
  expect(['pulse', '~abcde'].map(name => isPatternAllowed(openMenu, name))).toEqual([true, true])
})

it('a pause begins with the end of the last session, and has an end', () => {
  const ended = new Date('2026-12-01T20:00:00Z')
  const at = (minutes: number) => new Date(ended.getTime() + minutes * 60_000)
  expect(restsUntil({ pauseMinutes: 10 }, ended, at(9.99))).toEqual(at(10))
  expect(restsUntil({ pauseMinutes: 10 }, ended, at(10))).toBeNull()
  expect(restsUntil({ pauseMinutes: 0 }, ended, ended)).toBeNull()
  expect(restsUntil({ pauseMinutes: 10 }, null, ended)).toBeNull()
})

it('a player reads the limits of a session before it starts, and nothing when there are none', () => {
  expect(menuNotice(openMenu)).toBeNull()
  const menu: Menu = {
    ...openMenu,
    longestMinutes: 1,
    warmUp: { from: 3, minutes: 4 },
    audience: 'ACCEPT_EACH',
  }
  expect(menuNotice(menu)).toBe(
    'De creator zegt bij elke start eerst ja of nee. Een sessie duurt hoogstens 1 minuut. De toy begint rustig en wordt in 4 min sterker.',
  )
})
