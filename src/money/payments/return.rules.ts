import type { PaymentKind, PaymentStatus } from './contract.ts'

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

/** The page that the customer is sent to on coming back, with the outcome for it to show. */
export const returnPath = (kind: PaymentKind, outcome: PaymentReturnOutcome, subjectId: string): string =>
  `${kind !== 'ORDER' && outcome === 'success' ? '/dashboard' : '/'}?payment=${outcome}&orderId=${subjectId}`
