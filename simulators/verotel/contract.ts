import { z } from 'zod'
import { centsFromDecimal } from '../../src/wire/money.ts'

/** The one website of the one merchant, as the Control Center would show them. */
export const SIMULATED_MERCHANT_ID = '9804000000000001'
export const SIMULATED_SHOP_ID = '100001'
export const SIMULATED_SIGNATURE_KEY = 'gloed-test-key-000000000000000'
/** The user of the Control Center API, by HTTP Basic. */
export const SIMULATED_API_USER = 'simulator'
export const SIMULATED_API_PASSWORD = 'simulator'

export const paymentMethods = ['IDEAL', 'CC', 'DDEU', 'YOURSAFE_DIRECT'] as const
export type VerotelMethod = (typeof paymentMethods)[number]

/**
 * How a postback goes: before the redirect, three seconds later, never, forty minutes later, five times at once, with an amount other than
 * the signed one, with a SHA-1 signature, or with a signed parameter that nobody knows yet.
 */
export const postbackModes = ['now', 'after', 'lost', 'late', 'five', 'changed', 'sha1', 'extra'] as const
export type PostbackMode = (typeof postbackModes)[number]

/** A refusal of the Control Center API and of control calls. */
export class VerotelError extends Error {
  readonly status: number

  constructor(status: number, title: string) {
    super(title)
    this.status = status
  }

  body(): object {
    return { error: { title: this.message } }
  }
}

/** A start, or a payment of an order, that breaks a rule; the message is a Dutch sentence that says which. */
export class RefusedOrder extends Error {}

export function toVerotelError(error: unknown): VerotelError {
  if (error instanceof VerotelError) return error
  if (error instanceof RefusedOrder) return new VerotelError(400, error.message)
  const { statusCode = 500, message = '' } = error as { statusCode?: number; message?: string }
  return statusCode < 500
    ? new VerotelError(statusCode, message)
    : new VerotelError(500, 'Something went wrong')
}

/** Two decimals; parsed to cents. */
const amount = z
  .string()
  .transform(value => centsFromDecimal(value) ?? 0)
  .refine(cents => cents > 0, 'must be above zero, with two decimals')

const payment = {
  /** Left out, the one that the start fixed, else iDEAL. */
  method: z.enum(paymentMethods).optional(),
  /** Of the buyer. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('NL'),
  postback: z.enum(postbackModes).default('now'),
}

export const OrderPageForm = z.object({ outcome: z.enum(['paid', 'declined', 'closed']), ...payment })
export type Payment = Omit<z.output<typeof OrderPageForm>, 'outcome'>

export const PaymentOfOrder = z.object({ referenceID: z.string(), ...payment })

/** A refund by support, or a chargeback: all that is left unless an amount is given. */
export const AmountOfSale = z.object({
  referenceID: z.string(),
  amount: amount.optional(),
  postback: payment.postback,
})

export const ApiRefund = z.object({ amount, currency: z.string() })

export const VerotelFaults = z.strictObject({
  /** Where the website gets its postbacks, as the Control Center has it; by default at the shop that has the simulator. */
  postbackUrl: z.url().optional(),
  /** The answer of `salestatus`: 500, none at all, a page with status 200, no such sale, or a blocked account. */
  status: z.enum(['error', 'hang', 'html', 'forgets', 'blocked']).optional(),
  /** The API answers 500 and carries nothing out, or carries the call out and answers 500 (`lost`) or nothing (`hang`). */
  api: z.enum(['error', 'lost', 'hang']).optional(),
})
export type VerotelFaults = z.output<typeof VerotelFaults>

/** @throws VerotelError 400 that names the first invalid field */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new VerotelError(400, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is invalid'}`)
}
