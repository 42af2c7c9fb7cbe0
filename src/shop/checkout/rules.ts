import type { PaymentStatus } from '../../money/payments/contract.ts'

export type PaymentReturnOutcome = 'success' | 'pending' | 'failed' | 'return' | 'error'

/** What the customer is told on coming back from a payment of this status. */
export const returnOutcomeByStatus: Record<PaymentStatus, PaymentReturnOutcome> = {
  PAID: 'success',
  OPEN: 'pending',
  PENDING: 'pending',
  AUTHORIZED: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
  EXPIRED: 'failed',
}
