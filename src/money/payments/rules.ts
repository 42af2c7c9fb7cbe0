import type { PaymentStatus, ProviderPayment } from './contract.ts'

/** Which moves there are. Nothing leaves a status that has none, so that news may come twice and in any order. */
export const paymentStatusTransitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  OPEN: ['PENDING', 'AUTHORIZED', 'PAID', 'FAILED', 'CANCELLED', 'EXPIRED'],
  PENDING: ['AUTHORIZED', 'PAID', 'FAILED', 'CANCELLED', 'EXPIRED'],
  AUTHORIZED: ['PAID', 'FAILED', 'CANCELLED', 'EXPIRED'],
  // A provider may find the money after all.
  FAILED: ['PAID'],
  CANCELLED: ['PAID'],
  EXPIRED: ['PAID'],
  PAID: [],
}

export const isSettled = (status: PaymentStatus): boolean =>
  status === 'PAID' || status === 'FAILED' || status === 'CANCELLED' || status === 'EXPIRED'

export type PaymentTransition = { move: PaymentStatus } | { problem: string } | null

/** What the provider's truth does to a payment: a move, something that does not add up, or nothing. */
export function decidePaymentTransition(
  payment: { status: PaymentStatus; amountCents: number; currency: string },
  truth: Pick<ProviderPayment, 'status' | 'amountCents' | 'currency'>,
): PaymentTransition {
  if (!paymentStatusTransitions[payment.status].includes(truth.status)) return null
  if (truth.amountCents === payment.amountCents && truth.currency === payment.currency) {
    return { move: truth.status }
  }
  const said = `${truth.status} ${truth.amountCents} ${truth.currency}`
  return { problem: `${said}, but ${payment.amountCents} ${payment.currency} was asked` }
}
