import { expect, test } from 'vitest'
import { inSight, measureOf, outOfSight, seenDownTo, unseen } from './attention.rules.ts'

test('only the time in sight counts, and all spans of it together', () => {
  let attention = inSight(unseen, 1000)
  attention = outOfSight(attention, 4000)
  expect(measureOf(attention).timeOnPage).toBe(3)
  attention = outOfSight(inSight(attention, 64_000), 66_000)
  expect(measureOf(attention).timeOnPage).toBe(5)
})

test('what is in sight, or out of it, already stays so', () => {
  const twice = inSight(inSight(unseen, 1000), 5000)
  expect(outOfSight(outOfSight(twice, 6000), 9000).seenMs).toBe(5000)
  expect(measureOf(outOfSight(unseen, 9000))).toEqual({ timeOnPage: 0, scrollDepth: 0 })
})

test('the lowest point counts, against the height that the page has last', () => {
  let attention = seenDownTo(unseen, 800, 800)
  expect(measureOf(attention).scrollDepth).toBe(100)
  attention = seenDownTo(attention, 800, 3200)
  expect(measureOf(attention).scrollDepth).toBe(25)
  attention = seenDownTo(seenDownTo(attention, 1600, 3200), 800, 3200)
  expect(measureOf(attention).scrollDepth).toBe(50)
  expect(measureOf(seenDownTo(attention, 3300, 3200)).scrollDepth).toBe(100)
})
