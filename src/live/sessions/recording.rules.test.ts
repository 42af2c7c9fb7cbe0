import { describe, expect, it } from 'vitest'
import { OWN_STEPS, strengthsOf } from '../toys/pattern.rules.ts'
import { MOST_KEPT, patternOf, withPattern } from './recording.rules.ts'

describe('what was recorded', () => {
  it('is a pattern from its first strength to its last', () => {
    const pattern = patternOf([0, 0, 4, 8, 0, 12, 20, 0, 0])
    expect(strengthsOf(pattern ?? '')).toEqual([4, 8, 0, 12, 20])
  })

  it.each([[[]], [[0, 0, 0, 0, 0, 0]], [[0, 5, 5, 5, 5, 0]]])('%j is too little', recorded => {
    expect(patternOf(recorded)).toBeNull()
  })

  it('is cut where it is longer than a pattern may be', () => {
    const pattern = patternOf(Array.from({ length: 400 }, () => 7))
    expect(strengthsOf(pattern ?? '')).toHaveLength(OWN_STEPS.most)
  })
})

it('the newest stands in front, once, and the oldest makes room', () => {
  const kept = ['a', 'b', 'c', 'd', 'e', 'f']
  expect(withPattern(kept, 'c')).toEqual(['c', 'a', 'b', 'd', 'e', 'f'])
  expect(withPattern(kept, 'g')).toEqual(['g', 'a', 'b', 'c', 'd', 'e'])
  expect(withPattern(kept, 'g')).toHaveLength(MOST_KEPT)
})
