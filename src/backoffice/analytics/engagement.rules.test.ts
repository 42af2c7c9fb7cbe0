import { expect, test } from 'vitest'
import {
  markVisible,
  summarizeEngagement,
  markHidden,
  markScrolledTo,
  noEngagement,
} from './engagement.rules.ts'

test('sums the visible time of all periods', () => {
  let attention = markVisible(noEngagement, 1000)
  attention = markHidden(attention, 4000)
  expect(summarizeEngagement(attention).timeOnPage).toBe(3)
  attention = markHidden(markVisible(attention, 64_000), 66_000)
  expect(summarizeEngagement(attention).timeOnPage).toBe(5)
})

test('ignores a repeated visible or hidden event', () => {
  const twice = markVisible(markVisible(noEngagement, 1000), 5000)
  expect(markHidden(markHidden(twice, 6000), 9000).visibleMs).toBe(5000)
  expect(summarizeEngagement(markHidden(noEngagement, 9000))).toEqual({ timeOnPage: 0, scrollDepth: 0 })
})

test('computes the scroll depth from the lowest point and the last page height', () => {
  let attention = markScrolledTo(noEngagement, 800, 800)
  expect(summarizeEngagement(attention).scrollDepth).toBe(100)
  attention = markScrolledTo(attention, 800, 3200)
  expect(summarizeEngagement(attention).scrollDepth).toBe(25)
  attention = markScrolledTo(markScrolledTo(attention, 1600, 3200), 800, 3200)
  expect(summarizeEngagement(attention).scrollDepth).toBe(50)
  expect(summarizeEngagement(markScrolledTo(attention, 3300, 3200)).scrollDepth).toBe(100)
})
