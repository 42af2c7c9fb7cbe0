import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countUnused, valueOfLastMinutes } from './rules.ts'

describe('unused minutes of a lot', () => {
  it('are those that were neither spent nor returned', () => {
    expect(countUnused({ minutes: 15, valueCents: 2500, spent: 4, returned: 2 })).toBe(9)
    expect(countUnused(undefined)).toBe(0)
  })

  it('have the price of the last minutes, so that all refunds of a lot add up to its price', () => {
    expect(valueOfLastMinutes({ minutes: 5, valueCents: 1000, spent: 0, returned: 2 }, 3)).toBe(600)
    const parts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(parts, fc.nat(9999), (parts, valueCents) => {
        const minutes = parts.reduce((sum, part) => sum + part, 0)
        let [returned, value] = [0, 0]
        for (const part of parts) {
          const cents = valueOfLastMinutes({ minutes, valueCents, spent: 0, returned }, part)
          expect(cents).toBeGreaterThanOrEqual(0)
          value += cents
          returned += part
        }
        expect(value).toBe(valueCents)
      }),
    )
  })
})
