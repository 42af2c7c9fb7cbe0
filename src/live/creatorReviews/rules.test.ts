import { expect, it } from 'vitest'
import { isFarewellMeant, refusalOf } from './rules.ts'

const facts = { isSelf: false, sessionId: 'a', hadPanic: false, hasReviewed: false }

it('a player may review once, after a session, and never oneself', () => {
  expect(refusalOf(facts)).toBeNull()
  expect(refusalOf({ ...facts, isSelf: true })?.code).toBe('FORBIDDEN')
  expect(refusalOf({ ...facts, hasReviewed: true })?.code).toBe('ALREADY_REVIEWED')
  expect(refusalOf({ ...facts, sessionId: null })?.code).toBe('FORBIDDEN')
})

it('a refusal after a panic has the words of any other', () => {
  expect(refusalOf({ ...facts, hadPanic: true })?.message).toBe(
    refusalOf({ ...facts, sessionId: null })?.message,
  )
})

it.each([
  [60_000, 'USER', true],
  [60_000, 'SYSTEM', true],
  [59_999, 'USER', false],
  [600_000, 'CREATOR', false],
] as const)('thanks after %d ms that %s ended: %s', (meteredMs, stoppedBy, isMeant) => {
  expect(isFarewellMeant({ meteredMs, stoppedBy })).toBe(isMeant)
})
