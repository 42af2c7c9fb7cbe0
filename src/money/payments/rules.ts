import type { PaymentStatus, ProviderPayment } from './contract.ts'

/** The allowed payment transitions. PAID is final, so that reports may be repeated and arrive in any order. */
export const paymentStatusTransitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  OPEN: ['PENDING', 'AUTHORIZED', 'PAID', 'FAILED', 'CANCELLED', 'EXPIRED'],
  PENDING: ['AUTHORIZED', 'PAID', 'FAILED', 'CANCELLED', 'EXPIRED'],
  AUTHORIZED: ['PAID', 'FAILED', 'CANCELLED', 'EXPIRED'],
  // The money may still arrive.
  FAILED: ['PAID'],
  CANCELLED: ['PAID'],
  EXPIRED: ['PAID'],
  PAID: [],
}

export const isSettled = (status: PaymentStatus): boolean =>
  status === 'PAID' || status === 'FAILED' || status === 'CANCELLED' || status === 'EXPIRED'

/** A new status, or none, and the problem that is recorded with it; null when nothing changes. */
export type PaymentTransition = { move?: PaymentStatus; problem: string | null } | null

/** Decides the payment transition for a provider payment: a new status, a problem to record, or nothing. */
export function decidePaymentTransition(
  payment: { status: PaymentStatus; amountCents: number; currency: string; problem?: string | null },
  reported: Pick<ProviderPayment, 'status' | 'amountCents' | 'currency' | 'doubt'>,
): PaymentTransition {
  const { doubt = null } = reported
  if (!paymentStatusTransitions[payment.status].includes(reported.status)) {
    const isDoubtful = payment.status === 'PAID' && reported.status === 'PAID'
    return isDoubtful && doubt !== (payment.problem ?? null) ? { problem: doubt } : null
  }
  if (reported.amountCents === payment.amountCents && reported.currency === payment.currency) {
    return { move: reported.status, problem: doubt }
  }
  const said = `${reported.status} ${reported.amountCents} ${reported.currency}`
  return { problem: `${said}, but ${payment.amountCents} ${payment.currency} was asked` }
}
