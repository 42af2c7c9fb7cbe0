import { z } from 'zod'
import { centsFromDecimal } from '../../src/wire/money.ts'
import { isWebAddress } from '../paymentPage.ts'
import { mollieRefundStatuses, paymentStatuses } from './rules.ts'

export class MollieError extends Error {
  readonly status: number
  readonly title: string
  readonly field: string | undefined

  constructor(status: number, title: string, detail: string, field?: string) {
    super(detail)
    this.status = status
    this.title = title
    this.field = field
  }

  body(): object {
    return {
      status: this.status,
      title: this.title,
      detail: this.message,
      ...(this.field && { field: this.field }),
      _links: {
        documentation: { href: 'https://docs.mollie.com/overview/handling-errors', type: 'text/html' },
      },
    }
  }
}

export const unauthorized = () =>
  new MollieError(401, 'Unauthorized Request', 'Missing authentication, or failed to authenticate')
export const notFound = (what: string) =>
  new MollieError(404, 'Not Found', `No ${what} exists with this token.`)
export const unprocessable = (detail: string, field?: string) =>
  new MollieError(422, 'Unprocessable Entity', detail, field)

export function toMollieError(error: unknown): MollieError {
  if (error instanceof MollieError) return error
  const { statusCode = 500, message = '' } = error as { statusCode?: number; message?: string }
  return statusCode < 500
    ? new MollieError(statusCode, 'Bad Request', message)
    : new MollieError(500, 'Internal Server Error', 'Something went wrong')
}

/** Without the only character that PostgreSQL's `text` cannot store. */
const optionalText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/)
const text = (max: number) => optionalText(max).min(1)
const webAddress = text(2048).refine(isWebAddress)
const metadata = z
  .unknown()
  .refine(value => JSON.stringify(value ?? null).length <= 1024)
  .optional()

export const MollieAmount = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Exactly two decimals; parsed to cents. */
  value: z
    .string()
    .transform(value => centsFromDecimal(value) ?? 0)
    .refine(cents => cents > 0 && cents <= 100_000_000),
})
export type MollieAmount = z.output<typeof MollieAmount>

export const MollieNewPayment = z.object({
  amount: MollieAmount,
  description: text(255),
  redirectUrl: webAddress,
  cancelUrl: webAddress.nullish(),
  webhookUrl: webAddress.nullish(),
  locale: z
    .string()
    .regex(/^[a-z]{2}_[A-Z]{2}$/)
    .nullish(),
  method: z.union([z.string().max(40), z.array(z.string().max(40)).max(40)]).nullish(),
  metadata,
})
export type MollieNewPayment = z.output<typeof MollieNewPayment>

export const MollieNewRefund = z.object({
  amount: MollieAmount,
  description: optionalText(255).nullish(),
  metadata,
})
export type MollieNewRefund = z.output<typeof MollieNewRefund>

/** https://docs.mollie.com/reference/pagination */
export const PageQuery = z.object({
  /** The id of the first item on the page. */
  from: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(250).default(50),
})
export type PageQuery = z.output<typeof PageQuery>

/** A refund made by hand in Mollie's own web app, or a chargeback: the full remaining amount unless one is given. */
export const AmountOfPayment = z.object({ id: z.string(), amount: MollieAmount.nullish() })

export const RefundStatusChange = z.object({ id: z.string(), status: z.enum(mollieRefundStatuses) })

/** The outcomes of the payment page; `pending` and `authorized` have no button, but a test can post them. */
export const PaymentPageOutcome = z.enum(paymentStatuses)
export type PaymentPageOutcome = z.output<typeof PaymentPageOutcome>

export const MollieFaults = z.strictObject({
  latencyMs: z.int().min(0).max(600_000).optional(),
  /** This status is answered and nothing is carried out. */
  httpStatus: z.int().min(400).max(599).optional(),
  /** The call is carried out, but its answer is cut off. */
  malformed: z.boolean().optional(),
  /** The call is carried out, but never answered. */
  hang: z.boolean().optional(),
  /** Webhooks are lost, also those waiting for a retry. */
  dropWebhooks: z.boolean().optional(),
})
export type MollieFaults = z.output<typeof MollieFaults>

/** @throws MollieError 422 naming the first invalid field, as Mollie does. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const key = issue?.path[0] ?? (issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined)
  const field = key === undefined ? undefined : String(key)
  throw unprocessable(
    field ? `The ${field} is missing or contains an invalid value` : 'The body is invalid',
    field,
  )
}
