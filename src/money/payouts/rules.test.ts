import { describe, expect, it, test } from 'vitest'
import { endToEndIdOf, refusePayout } from './rules.ts'

const now = new Date('2026-12-07T06:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const payable: Parameters<typeof refusePayout>[0] = {
  cents: 5000,
  minimumCents: 0,
  isSuspended: false,
  hasLivePayout: false,
  firstEarnedAt: daysAgo(3),
  hasDetails: true,
  usableAt: daysAgo(3),
  nameCheck: 'MATCH',
}

describe('a payout', () => {
  it('is made to a creator with all details', () => expect(refusePayout(payable, now)).toBeNull())

  test.each([
    [{ isSuspended: true }, 'SUSPENDED'],
    [{ hasLivePayout: true }, 'UNDER_WAY'],
    [{ hasDetails: false, firstEarnedAt: daysAgo(59.9) }, 'NO_DETAILS'],
    [{ hasDetails: false, firstEarnedAt: daysAgo(60) }, 'WITHHELD'],
    [{ usableAt: new Date(now.getTime() + 1) }, 'IBAN_WAITS'],
    [{ usableAt: now }, null],
    [{ nameCheck: null }, 'NAME_UNCHECKED'],
    [{ nameCheck: 'NO' as const }, 'NAME_REFUSED'],
    [{ nameCheck: 'CLOSE' as const }, null],
    [{ nameCheck: 'UNKNOWN' as const }, null],
    [{ minimumCents: 5001 }, 'BELOW_MINIMUM'],
    [{ minimumCents: 5000 }, null],
    [{ firstEarnedAt: daysAgo(400) }, null],
    [{ isSuspended: true, hasDetails: false }, 'SUSPENDED'],
  ])('with %j is refused as %j', (changes, refusal) =>
    expect(refusePayout({ ...payable, ...changes }, now)).toBe(refusal),
  )

  it('has a reference of at most 35 plain characters', () => {
    const id = endToEndIdOf('019ac4d2-7c1e-7f0a-9d0b-0123456789ab')
    expect(id).toBe('U019ac4d27c1e7f0a9d0b0123456789ab')
  })
})
