import type { PaymentKind, PaymentStatus } from './contract.ts'

export type PaymentReturnOutcome = 'success' | 'pending' | 'failed' | 'return' | 'error'

/** What a returning customer sees for each payment status. */
export const returnOutcomeByStatus: Record<PaymentStatus, PaymentReturnOutcome> = {
  PAID: 'success',
  OPEN: 'pending',
  PENDING: 'pending',
  AUTHORIZED: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
  EXPIRED: 'failed',
}

/** The page to which a returning customer is redirected, with the outcome to show. */
export const returnPath = (kind: PaymentKind, outcome: PaymentReturnOutcome, subjectId: string): string =>
  `${kind !== 'ORDER' && outcome === 'success' ? '/dashboard' : '/'}?payment=${outcome}&orderId=${subjectId}`
