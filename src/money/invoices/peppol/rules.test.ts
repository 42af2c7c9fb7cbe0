import { describe, expect, it, test } from 'vitest'
import type { InvoiceContent } from '../contract.ts'
import type { PeppolOutcome, PeppolStatus } from './contract.ts'
import { nextAttempt, receiverOf, settleDelivery } from './rules.ts'

const queuedAt = new Date('2026-11-26T12:00:00Z')
const after = (minutes: number) => new Date(queuedAt.getTime() + minutes * 60_000)

test.each([
  ['BE0987654394', '0987654394'],
  ['NL004495445B01', null],
])('a business with %s is %s on the network', (vatNumber, receiver) =>
  expect(receiverOf({ vat: { business: { vatNumber } } as InvoiceContent['vat'] })).toBe(receiver),
)

it('is not sent to a consumer', () =>
  expect(receiverOf({ vat: { business: null } as InvoiceContent['vat'] })).toBeNull())

describe('a document that did not get through', () => {
  test.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [9, 256],
    // Six hours at most.
    [10, 360],
    [20, 360],
  ])('is tried again after attempt %i in %i minutes', (attempts, minutes) =>
    expect(nextAttempt({ attempts, queuedAt, now: queuedAt })).toEqual(after(minutes)),
  )

  it('waits as long as the access point asks', () =>
    expect(nextAttempt({ attempts: 1, queuedAt, now: queuedAt, retryAfter: 7200 })).toEqual(after(120)))

  it('is given up after five days', () => {
    const days = 5 * 24 * 60
    expect(nextAttempt({ attempts: 23, queuedAt, now: after(days - 360) })).toEqual(after(days))
    expect(nextAttempt({ attempts: 24, queuedAt, now: after(days - 359) })).toBeNull()
  })

  it('has been tried more than twenty times by then', () => {
    let [now, attempts] = [queuedAt, 0]
    for (let next: Date | null = queuedAt; next; next = nextAttempt({ attempts, queuedAt, now })) {
      now = next
      attempts += 1
    }
    expect(attempts).toBe(28)
  })
})

describe('the text about a delivery', () => {
  const delivered = { outcome: 'DELIVERED' as const, detail: null }
  const failed = { outcome: 'FAILED' as const, detail: 'gone' }
  test.each<[PeppolStatus, { outcome: PeppolOutcome; detail: string | null }[], PeppolOutcome | null]>([
    ['SENT', [], null],
    ['SENT', [delivered], 'DELIVERED'],
    ['SENT', [failed], 'FAILED'],
    // An access point tries failed deliveries again.
    ['SENT', [failed, delivered], 'DELIVERED'],
    ['SENT', [delivered, failed], 'DELIVERED'],
    ['FAILED', [failed, delivered], 'DELIVERED'],
    ['FAILED', [failed], null],
    ['DELIVERED', [delivered, failed], null],
    ['QUEUED', [delivered], null],
  ])('makes of %s with %j: %s', (status, events, outcome) =>
    expect(settleDelivery(status, events)?.outcome ?? null).toBe(outcome),
  )
})
