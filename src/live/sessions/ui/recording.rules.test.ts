import { describe, expect, it } from 'vitest'
import { CUSTOM_PATTERN_STEPS, patternStrengths } from '../../toys/pattern.rules.ts'
import { MAX_CUSTOM_PATTERNS, recordingToPattern, addCustomPattern } from './recording.rules.ts'

describe('a recording', () => {
  it('becomes a pattern from its first strength to its last', () => {
    const pattern = recordingToPattern([0, 0, 4, 8, 0, 12, 20, 0, 0])
    expect(patternStrengths(pattern ?? '')).toEqual([4, 8, 0, 12, 20])
  })

  it.each([[[]], [[0, 0, 0, 0, 0, 0]], [[0, 5, 5, 5, 5, 0]]])('%j is too short', recorded => {
    expect(recordingToPattern(recorded)).toBeNull()
  })

  it('is cut to the maximum length of a pattern', () => {
    const pattern = recordingToPattern(Array.from({ length: 400 }, () => 7))
    expect(patternStrengths(pattern ?? '')).toHaveLength(CUSTOM_PATTERN_STEPS.most)
  })
})

it('puts the newest first, without duplicates, and drops the oldest', () => {
  const kept = ['a', 'b', 'c', 'd', 'e', 'f']
  expect(addCustomPattern(kept, 'c')).toEqual(['c', 'a', 'b', 'd', 'e', 'f'])
  expect(addCustomPattern(kept, 'g')).toEqual(['g', 'a', 'b', 'c', 'd', 'e'])
  expect(addCustomPattern(kept, 'g')).toHaveLength(MAX_CUSTOM_PATTERNS)
})
