import type { Shopper } from '../../platform/http/serve.ts'
import type { AuthenticatedUser } from '../../platform/http/session.ts'
import { Problem } from '../../wire/problem.ts'
import type { PaymentKind, PaymentStatus } from './contract.ts'
import type { PaymentEngine } from './effects.service.ts'
import { findPayment, type PaymentRow } from './service.ts'
import { settlePayment } from './settle.service.ts'

type PaymentReturnOutcome = 'success' | 'pending' | 'failed' | 'return' | 'error'

/** The outcome for a returning customer, by payment status. */
export const returnOutcomeByStatus: Record<PaymentStatus, PaymentReturnOutcome> = {
  PAID: 'success',
  OPEN: 'pending',
  PENDING: 'pending',
  AUTHORIZED: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
  EXPIRED: 'failed',
}

/** The page of a payment whose kind has none of its own. */
const defaultPage = (kind: PaymentKind, outcome: PaymentReturnOutcome): string =>
  kind !== 'ORDER' && outcome === 'success' ? '/dashboard' : '/'

/** How long a returning customer waits for the provider's response, in milliseconds. */
const RETURN_TIMEOUT_MS = 5000

/** Settles the payment of a returning customer. @returns the path to redirect to */
export async function resolveReturnPath(
  engine: PaymentEngine,
  paymentId: string | null,
  who: AuthenticatedUser | Shopper | null,
): Promise<string> {
  if (!who) return '/auth'
  const payment = paymentId ? await findPayment(engine.platform.db, paymentId) : undefined
  if (!payment) return '/?payment=error'
  if (payment.userId !== who.userId) return '/auth'
  const outcome = await settleForReturn(engine, payment)
  const { kind, subjectId } = payment
  const page = await engine.effects[kind].returnPage?.(engine.platform.db, payment)
  return `${page ?? defaultPage(kind, outcome)}?payment=${outcome}&orderId=${subjectId}`
}

async function settleForReturn(engine: PaymentEngine, payment: PaymentRow): Promise<PaymentReturnOutcome> {
  try {
    const { status } = await settlePayment(engine, payment, RETURN_TIMEOUT_MS)
    return returnOutcomeByStatus[status]
  } catch (error) {
    if (error instanceof Problem && error.code === 'PROVIDER_UNAVAILABLE') return 'return'
    throw error
  }
}
