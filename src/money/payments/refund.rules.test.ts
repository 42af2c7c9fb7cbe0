import { describe, expect, it } from 'vitest'
import { checkRefundResolution, refundState } from './refund.rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('a refund', () => {
  const nothing = { providerId: null, failedAt: null, byHandAt: null }
  it.each([
    [{}, true, 'QUEUED'],
    [{}, false, 'BY_HAND'],
    [{ providerId: 're_1' }, true, 'SENT'],
    [{ failedAt: now }, true, 'FAILED'],
    [{ providerId: 're_1', failedAt: now }, true, 'FAILED'],
    [{ failedAt: now, byHandAt: now }, true, 'GIVEN'],
    [{ byHandAt: now }, false, 'GIVEN'],
  ] as const)('%j has the expected status', (what, isAtProvider, state) => {
    expect(refundState({ ...nothing, ...what }, isAtProvider)).toBe(state)
  })

  it.each([
    ['SEND_AGAIN', 'FAILED', null, 'yes'],
    ['SEND_AGAIN', 'QUEUED', before(1), 'yes'],
    ['SEND_AGAIN', 'SENT', before(1), 'no'],
    ['SEND_AGAIN', 'BY_HAND', null, 'no'],
    ['SEND_AGAIN', 'GIVEN', null, 'no'],
    ['BY_HAND', 'BY_HAND', null, 'yes'],
    ['BY_HAND', 'FAILED', before(1), 'yes'],
    ['BY_HAND', 'QUEUED', null, 'yes'],
    ['BY_HAND', 'QUEUED', before(59), 'later'],
    ['BY_HAND', 'QUEUED', before(60), 'yes'],
    ['BY_HAND', 'SENT', null, 'no'],
    ['BY_HAND', 'GIVEN', null, 'no'],
  ] as const)('can be resolved (%s when it is %s, tried %s: %s)', (how, state, triedAt, answer) => {
    expect(checkRefundResolution(how, { state, triedAt }, now)).toBe(answer)
  })
})
