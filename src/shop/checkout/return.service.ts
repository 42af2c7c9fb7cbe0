import { findPayment, type PaymentGateways, type PaymentRow } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuthenticatedUser } from '../../platform/session.ts'
import { Problem } from '../../wire/problem.ts'
import { returnOutcomeByStatus, type PaymentReturnOutcome } from './rules.ts'
import { settlePayment } from './settle.service.ts'

/** How long the customer waits for the provider's word on coming back, in milliseconds. */
const RETURN_TIMEOUT_MS = 5000

/** Where a customer goes on after paying: settles the payment first, and says how it ended. */
export async function resolveReturnPath(
  platform: Platform,
  gateways: PaymentGateways,
  paymentId: string | null,
  who: AuthenticatedUser | null,
): Promise<string> {
  if (!who) return '/auth'
  const payment = paymentId ? await findPayment(platform.db, paymentId) : undefined
  if (!payment) return '/?payment=error'
  if (payment.userId !== who.userId) return '/auth'
  const { outcome, kind } = await settleForReturn(platform, gateways, payment)
  const page = kind !== 'ORDER' && outcome === 'success' ? '/dashboard' : '/'
  return `${page}?payment=${outcome}&orderId=${payment.subjectId}`
}

async function settleForReturn(
  platform: Platform,
  gateways: PaymentGateways,
  payment: PaymentRow,
): Promise<{ outcome: PaymentReturnOutcome; kind: PaymentRow['kind'] }> {
  try {
    const settled = await settlePayment(platform, gateways, payment, RETURN_TIMEOUT_MS)
    return { outcome: returnOutcomeByStatus[settled.status], kind: settled.kind }
  } catch (error) {
    if (error instanceof Problem && error.code === 'PROVIDER_UNAVAILABLE')
      return { outcome: 'return', kind: payment.kind }
    throw error
  }
}
