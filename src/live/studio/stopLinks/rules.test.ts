import { expect, test } from 'vitest'
import { isRepeatedUse, isStopLinkValid } from './rules.ts'

const createdAt = new Date('2026-11-20T20:00:00Z')
const after = (ms: number) => new Date(createdAt.getTime() + ms)
const [minute, day] = [60_000, 86_400_000]

test.each([
  ['a card works for years', false, null, 1000 * day, true],
  ['and however often it was used', false, 5 * minute, 1000 * day, true],
  ['a link for one use works for a week', true, null, 7 * day - 1, true],
  ['and not longer', true, null, 7 * day, false],
  ['and for ten minutes after its first use', true, day, day + 10 * minute - 1, true],
  ['and not longer', true, day, day + 10 * minute, false],
])('%s', (_, isSingleUse, usedMs, nowMs, isValid) => {
  const firstUsedAt = usedMs === null ? null : after(usedMs)
  expect(isStopLinkValid({ isSingleUse, createdAt, firstUsedAt }, after(nowMs))).toBe(isValid)
})

test.each([
  ['the first use', null, 0, false],
  ['a use within ten minutes of another', 0, 10 * minute - 1, true],
  ['a later one', 0, 10 * minute, false],
])('%s is a repeated one: %s, %i, %s', (_, usedMs, nowMs, isRepeated) => {
  const lastUsedAt = usedMs === null ? null : after(usedMs)
  expect(isRepeatedUse({ lastUsedAt }, after(nowMs))).toBe(isRepeated)
})
