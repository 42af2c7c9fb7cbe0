import type { PaymentStatus } from '../../money/payments/contract.ts'

export type ReturnOutcome = 'success' | 'pending' | 'failed' | 'return' | 'error'

/** What the customer is told on coming back from a payment of this status. */
export const outcomeOf: Record<PaymentStatus, ReturnOutcome> = {
  PAID: 'success',
  OPEN: 'pending',
  PENDING: 'pending',
  AUTHORIZED: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
  EXPIRED: 'failed',
}
