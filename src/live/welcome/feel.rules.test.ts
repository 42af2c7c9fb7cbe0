import { expect, it } from 'vitest'
import { onTimeMs } from './feel.rules.ts'

it.each([
  [0, 0],
  [-3, 0],
  [1, 5],
  [10, 50],
  [20, 100],
  [40, 100],
])('at strength %i a phone vibrates %i of 100 ms', (strength, ms) => expect(onTimeMs(strength)).toBe(ms))
