import { describe, expect, it } from 'vitest'
import type { ProviderRecord } from '../../money/payments/contract.ts'
import {
  compareChargebacks,
  compareMovement,
  differenceText,
  type OwnChargeback,
  type OwnMovement,
} from './comparison.rules.ts'

const span = { startsAt: new Date('2026-09-30T22:00:00Z'), endsAt: new Date('2026-12-31T23:00:00Z') }
const inside = new Date('2026-11-26T12:00:00Z')
const after = new Date('2026-12-31T23:00:00Z')

const own = (more: Partial<OwnMovement> = {}): OwnMovement => ({
  id: 'own',
  providerId: 'tr_1',
  cents: 1250,
  currency: 'EUR',
  isCounted: true,
  at: inside,
  ...more,
})
const record = (more: Partial<ProviderRecord> = {}): ProviderRecord => ({
  kind: 'PAYMENT',
  providerId: 'tr_1',
  providerPaymentId: 'tr_1',
  ownId: null,
  state: 'DONE',
  amountCents: 1250,
  currency: 'EUR',
  createdAt: inside,
  movedAt: inside,
  ...more,
})
const refund = (more: Partial<ProviderRecord> = {}) => record({ kind: 'REFUND', ...more })

describe('a payment', () => {
  it.each<[string, OwnMovement | undefined, ProviderRecord | undefined, string | null]>([
    ['that both have', own(), record(), null],
    ['that only the provider has', undefined, record(), 'ONLY_PROVIDER'],
    ['that nobody paid', undefined, record({ state: 'FAILED' }), null],
    ['that the provider does not know', own(), undefined, 'ONLY_OURS'],
    ['that was paid here and not there', own(), record({ state: 'FAILED' }), 'NOT_AT_PROVIDER'],
    ['that waits there', own(), record({ state: 'WAITING' }), 'NOT_AT_PROVIDER'],
    ['that was paid there and not here', own({ isCounted: false, at: null }), record(), 'NOT_OURS'],
    ['of which nobody paid', own({ isCounted: false }), record({ state: 'FAILED' }), null],
    ['of another amount', own({ cents: 1251 }), record(), 'AMOUNT'],
    ['of an amount that can’t be read', own(), record({ amountCents: null }), 'AMOUNT'],
    ['in another currency', own(), record({ currency: 'USD' }), 'CURRENCY'],
    ['that counts here later', own({ at: after }), record(), 'QUARTER'],
    ['that counts there later', own(), record({ movedAt: after }), 'QUARTER'],
    ['of another quarter for both', own({ at: after }), record({ movedAt: after }), null],
    ['of another amount in another quarter', own({ at: after, cents: 1 }), record({ movedAt: after }), null],
  ])('%s', (_, ours, theirs, cause) => {
    expect(compareMovement('PAYMENT', ours, theirs, span)?.cause ?? null).toBe(cause)
  })

  it('has the amounts of the quarter, and the day on the other side', () => {
    expect(compareMovement('PAYMENT', own({ at: after }), record(), span)).toEqual({
      kind: 'PAYMENT',
      cause: 'QUARTER',
      ownId: 'own',
      providerId: 'tr_1',
      day: '2026-11-26',
      otherDay: '2027-01-01',
      ownCents: null,
      providerCents: 1250,
      currency: 'EUR',
    })
  })
})

describe('a refund', () => {
  it.each<[string, OwnMovement | undefined, ProviderRecord | undefined, string | null]>([
    ['that is on its way there', own(), refund({ state: 'WAITING' }), null],
    ['that was never sent', own({ providerId: null }), undefined, 'NOT_SENT'],
    ['that failed there', own(), refund({ state: 'FAILED' }), 'NOT_AT_PROVIDER'],
    ['that failed here', own({ isCounted: false }), refund(), 'NOT_OURS'],
    ['that a person made there and that still waits', undefined, refund({ state: 'WAITING' }), null],
  ])('%s', (_, ours, theirs, cause) => {
    expect(compareMovement('REFUND', ours, theirs, span)?.cause ?? null).toBe(cause)
  })
})

describe('the chargebacks of a payment', () => {
  const taken = (cents: number, at = inside): OwnChargeback => ({ paymentId: 'own', cents, at })
  const listed = (amountCents: number, more: Partial<ProviderRecord> = {}) =>
    record({ kind: 'CHARGEBACK', providerId: 'chb_1', amountCents, ...more })
  it.each<[string, OwnChargeback[], ProviderRecord[], string | null]>([
    ['of the same sum', [taken(1250)], [listed(1250)], null],
    ['in other parts', [taken(1250)], [listed(1000), listed(250)], null],
    ['that only the provider has', [], [listed(1250)], 'ONLY_PROVIDER'],
    ['that only we have', [taken(1250)], [], 'ONLY_OURS'],
    ['of another amount', [taken(1250)], [listed(1000)], 'AMOUNT'],
    ['that we heard of in the next quarter', [taken(1250, after)], [listed(1250)], 'QUARTER'],
    ['that was reversed', [taken(1250)], [listed(1250, { state: 'REVERSED' })], 'REVERSED'],
    ['that was reversed before we heard of it', [], [listed(1250, { state: 'REVERSED' })], null],
  ])('%s', (_, ours, theirs, cause) => {
    expect(compareChargebacks(ours[0]?.paymentId ?? null, ours, theirs, span)?.cause ?? null).toBe(cause)
  })
})

it('names each difference in plain words, and its side', () => {
  const text = (ours?: OwnMovement, theirs?: ProviderRecord) => {
    const difference = compareMovement(theirs?.kind === 'REFUND' ? 'REFUND' : 'PAYMENT', ours, theirs, span)
    return difference && differenceText(difference, 'Mollie', day => `dag ${day}`)
  }
  expect(text(undefined, record())).toBe('Alleen bij Mollie: wij kennen deze betaling niet')
  expect(text(own({ at: after }), record())).toBe('Bij ons op dag 2027-01-01, in een ander kwartaal')
  expect(text(own(), record({ movedAt: after }))).toBe('Bij Mollie op dag 2027-01-01, in een ander kwartaal')
  expect(text(own(), refund({ state: 'FAILED' }))).toBe('Bij Mollie mislukt')
})
