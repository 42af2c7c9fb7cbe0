import { decimalFromCents } from '../../src/wire/money.ts'
import { isFinalStatus } from './rules.ts'
import type { simulatorChargebacks, simulatorPayments, simulatorRefunds } from './table.ts'

export type SimulatorPayment = typeof simulatorPayments.$inferSelect
export type SimulatorRefund = typeof simulatorRefunds.$inferSelect

export type SimulatorChargeback = typeof simulatorChargebacks.$inferSelect

const money = (currency: string, cents: number) => ({ currency, value: decimalFromCents(cents) })
const hal = (href: string) => ({ href, type: 'application/hal+json' })
const page = (href: string) => ({ href, type: 'text/html' })

/**
 * A payment in the form of Mollie's API v2.
 * @param base the address of the simulator, without a trailing slash
 * @param refunds embedded when requested
 */
export function paymentResource(
  payment: SimulatorPayment,
  base: string,
  refunds?: SimulatorRefund[],
): object {
  const { id, currency, status } = payment
  return {
    resource: 'payment',
    id,
    mode: 'test',
    createdAt: payment.createdAt.toISOString(),
    amount: money(currency, payment.amountCents),
    description: payment.description,
    method: Array.isArray(payment.method) ? null : payment.method,
    metadata: payment.metadata,
    status,
    ...(payment.statusAt && status !== 'pending' && { [`${status}At`]: payment.statusAt.toISOString() }),
    ...(!isFinalStatus(status) && { isCancelable: true, expiresAt: payment.expiresAt.toISOString() }),
    ...(status === 'paid' && refundedAmounts(payment)),
    locale: payment.locale,
    profileId: 'pfl_simulator',
    sequenceType: 'oneoff',
    ...(refunds && { _embedded: { refunds: refunds.map(refund => refundResource(refund, base)) } }),
    redirectUrl: payment.redirectUrl,
    ...(payment.cancelUrl && { cancelUrl: payment.cancelUrl }),
    ...(payment.webhookUrl && { webhookUrl: payment.webhookUrl }),
    _links: {
      self: hal(`${base}/v2/payments/${id}`),
      ...(status === 'open' && { checkout: page(`${base}/checkout/${id}`) }),
      dashboard: page(`${base}/checkout/${id}`),
      ...(payment.refundedCents > 0 && { refunds: hal(`${base}/v2/payments/${id}/refunds`) }),
      documentation: page('https://docs.mollie.com/reference/get-payment'),
    },
  }
}

const refundedAmounts = ({ currency, amountCents, refundedCents, chargedBackCents }: SimulatorPayment) => ({
  amountRefunded: money(currency, refundedCents),
  amountRemaining: money(currency, amountCents - refundedCents - chargedBackCents),
  ...(chargedBackCents > 0 && { amountChargedBack: money(currency, chargedBackCents) }),
})

/** A refund in the form of Mollie's API v2. */
export const refundResource = (refund: SimulatorRefund, base: string): object => ({
  resource: 'refund',
  id: refund.id,
  mode: 'test',
  description: refund.description,
  amount: money(refund.currency, refund.amountCents),
  settlementAmount: { currency: refund.currency, value: `-${decimalFromCents(refund.amountCents)}` },
  metadata: refund.metadata,
  paymentId: refund.paymentId,
  status: refund.status,
  createdAt: refund.createdAt.toISOString(),
  _links: {
    self: hal(`${base}/v2/payments/${refund.paymentId}/refunds/${refund.id}`),
    payment: hal(`${base}/v2/payments/${refund.paymentId}`),
    documentation: page('https://docs.mollie.com/reference/get-refund'),
  },
})

/** A chargeback in the form of Mollie's API v2. */
export const chargebackResource = (chargeback: SimulatorChargeback, base: string): object => ({
  resource: 'chargeback',
  id: chargeback.id,
  amount: money(chargeback.currency, chargeback.amountCents),
  settlementAmount: { currency: chargeback.currency, value: `-${decimalFromCents(chargeback.amountCents)}` },
  reason: { code: 'AC01', description: 'Account identifier incorrect (i.e. invalid IBAN)' },
  paymentId: chargeback.paymentId,
  createdAt: chargeback.createdAt.toISOString(),
  ...(chargeback.reversedAt && { reversedAt: chargeback.reversedAt.toISOString() }),
  _links: {
    self: hal(`${base}/v2/payments/${chargeback.paymentId}/chargebacks/${chargeback.id}`),
    payment: hal(`${base}/v2/payments/${chargeback.paymentId}`),
    documentation: page('https://docs.mollie.com/reference/get-chargeback'),
  },
})

/** A page of a list in the form of Mollie's API, and where the next begins. */
export function listResource(name: string, items: object[], self: string, next: string | null): object {
  const documentation = page(`https://docs.mollie.com/reference/list-${name}`)
  return {
    count: items.length,
    _embedded: { [name]: items },
    _links: { self: hal(self), previous: null, next: next && hal(next), documentation },
  }
}

/** The profile of the key; every key of the simulator is a test key. */
export const profileResource = (base: string): object => ({
  resource: 'profile',
  id: 'pfl_simulator',
  mode: 'test',
  name: 'Simulator',
  status: 'verified',
  _links: {
    self: hal(`${base}/v2/profiles/me`),
    documentation: page('https://docs.mollie.com/reference/get-current-profile'),
  },
})

const methodNames = { ideal: 'iDEAL | Wero', bancontact: 'Bancontact', creditcard: 'Card' }

/** The methods that are on. */
export const methodResources = (base: string): object[] =>
  Object.entries(methodNames).map(([id, description]) => ({
    resource: 'method',
    id,
    description,
    status: 'activated',
    _links: { self: hal(`${base}/v2/methods/${id}`) },
  }))
