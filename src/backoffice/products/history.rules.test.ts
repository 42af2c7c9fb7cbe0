import { describe, expect, it } from 'vitest'
import { computeLowestPrice } from './history.rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 24 * 3600_000)
const from = (days: number, oldCents: number | null, newCents: number) => ({
  at: ago(days),
  oldCents,
  newCents,
})

describe('the lowest price of 30 days', () => {
  it('is the present one when nothing changed', () => {
    expect(computeLowestPrice([from(90, null, 2000)], 2000, now)).toEqual({
      lowestCents: 2000,
      priorCents: null,
      since: ago(90),
    })
  })

  it('counts a price that stood only at the beginning of them', () => {
    const entries = [from(90, null, 1500), from(29, 1500, 2000)]
    expect(computeLowestPrice(entries, 2000, now).lowestCents).toBe(1500)
  })

  it('forgets one that ended before them', () => {
    const entries = [from(90, null, 1500), from(31, 1500, 2000)]
    expect(computeLowestPrice(entries, 2000, now).lowestCents).toBe(2000)
  })

  it('is what a discount is announced against, as it was before it', () => {
    const raised = [from(90, null, 2000), from(20, 2000, 3000), from(1, 3000, 2500)]
    expect(computeLowestPrice(raised, 2500, now)).toMatchObject({ lowestCents: 2000, priorCents: 2000 })
    const fair = [from(90, null, 2000), from(45, 2000, 3000), from(1, 3000, 2500)]
    expect(computeLowestPrice(fair, 2500, now)).toMatchObject({ lowestCents: 2500, priorCents: 3000 })
  })

  it('names no price to compare with after a rise', () => {
    expect(computeLowestPrice([from(90, null, 2000), from(1, 2000, 2500)], 2500, now).priorCents).toBeNull()
  })

  it('takes the first change that is known for what it was before', () => {
    expect(computeLowestPrice([from(5, 1800, 2000)], 2000, now).lowestCents).toBe(1800)
  })
})
