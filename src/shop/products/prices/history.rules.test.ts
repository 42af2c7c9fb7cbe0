import { describe, expect, it } from 'vitest'
import { computeLowestPrice } from './history.rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 24 * 3600_000)
const from = (days: number, oldCents: number | null, newCents: number) => ({
  at: ago(days),
  oldCents,
  newCents,
})

describe('lowest price of 30 days', () => {
  it('is the present price when nothing changed', () => {
    expect(computeLowestPrice([from(90, null, 2000)], 2000, now)).toEqual({
      lowestCents: 2000,
      priorCents: null,
      since: ago(90),
    })
  })

  it('includes a price that applied only at the start of the period', () => {
    const entries = [from(90, null, 1500), from(29, 1500, 2000)]
    expect(computeLowestPrice(entries, 2000, now).lowestCents).toBe(1500)
  })

  it('excludes a price that ended before the period', () => {
    const entries = [from(90, null, 1500), from(31, 1500, 2000)]
    expect(computeLowestPrice(entries, 2000, now).lowestCents).toBe(2000)
  })

  it('is taken before the discount, as its reference price', () => {
    const raised = [from(90, null, 2000), from(20, 2000, 3000), from(1, 3000, 2500)]
    expect(computeLowestPrice(raised, 2500, now)).toMatchObject({ lowestCents: 2000, priorCents: 2000 })
    const fair = [from(90, null, 2000), from(45, 2000, 3000), from(1, 3000, 2500)]
    expect(computeLowestPrice(fair, 2500, now)).toMatchObject({ lowestCents: 2500, priorCents: 3000 })
  })

  it('has no reference price after a price rise', () => {
    expect(computeLowestPrice([from(90, null, 2000), from(1, 2000, 2500)], 2500, now).priorCents).toBeNull()
  })

  it('takes the old price of the first known change for the time before it', () => {
    expect(computeLowestPrice([from(5, 1800, 2000)], 2000, now).lowestCents).toBe(1800)
  })
})
