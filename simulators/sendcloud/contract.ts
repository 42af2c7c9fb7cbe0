import { z } from 'zod'

/** An error as Sendcloud's version 3 has it, https://sendcloud.dev/docs/getting-started/errors */
export class SendcloudError extends Error {
  readonly status: number
  readonly code: string
  readonly pointer: string | undefined

  constructor(status: number, code: string, detail: string, pointer?: string) {
    super(detail)
    this.status = status
    this.code = code
    this.pointer = pointer
  }

  body(): object {
    const { status, code, message: detail, pointer } = this
    const source = pointer === undefined ? {} : { source: { pointer } }
    return { errors: [{ status: String(status), code, detail, ...source }] }
  }
}

export function toSendcloudError(error: unknown): SendcloudError {
  if (error instanceof SendcloudError) return error
  const { statusCode = 500, message = '' } = error as { statusCode?: number; message?: string }
  return statusCode < 500
    ? new SendcloudError(statusCode, 'invalid', message)
    : new SendcloudError(500, 'non_field_errors', 'Something went wrong')
}

const text = z.string().min(1).max(200)

export const SendcloudAddress = z
  .looseObject({
    name: text.max(75),
    address_line_1: text,
    postal_code: text,
    city: text,
    country_code: z.string().regex(/^[A-Z]{2}$/),
  })
  .transform(address => address as unknown as Record<string, string>)

const weight = z.object({ value: z.coerce.number().min(0.001).max(50), unit: z.literal('kg') })

export const NewShipment = z.object({
  from_address: SendcloudAddress,
  to_address: SendcloudAddress,
  to_service_point: z.object({ id: z.string() }).nullish(),
  ship_with: z.object({
    type: z.literal('shipping_option_code'),
    properties: z.object({ shipping_option_code: text }),
  }),
  external_reference_id: text.nullish(),
  order_number: text.nullish(),
  parcels: z.array(z.object({ weight })).length(1),
})

export const NewReturn = z.object({
  from_address: SendcloudAddress,
  to_address: SendcloudAddress,
  ship_with: z.object({ type: z.literal('shipping_option_code'), shipping_option_code: text }),
  weight,
  external_reference: text.nullish(),
  order_number: text.nullish(),
})

export const OptionsQuery = z.object({
  from_country_code: z.string(),
  to_country_code: z.string(),
  parcels: z.array(z.object({ weight })).min(1),
  to_service_point: z.object({ id: z.string() }).nullish(),
  functionalities: z.object({ returns: z.boolean().optional() }).optional(),
})

export const SendcloudFaults = z.strictObject({
  latencyMs: z.int().min(0).max(600_000).optional(),
  /** This status is answered and nothing is carried out. */
  httpStatus: z.int().min(400).max(599).optional(),
  /** A change is carried out, and answered with this status. */
  statusAfterwards: z.int().min(500).max(599).optional(),
  /** The call is carried out, but never answered. */
  hang: z.boolean().optional(),
  /** Keys are not taken. */
  unauthorized: z.boolean().optional(),
  /** Reading this shipment is answered with this status, others are not concerned. */
  broken: z.strictObject({ shipmentId: z.string(), status: z.int().min(400).max(599) }).optional(),
  /** Webhooks are lost. */
  dropWebhooks: z.boolean().optional(),
})
export type SendcloudFaults = z.output<typeof SendcloudFaults>

export const StatusChange = z.object({ status: z.int() })

/** @throws SendcloudError 400 that points at the first invalid field */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new SendcloudError(400, 'invalid', issue?.message ?? 'invalid', `/${(issue?.path ?? []).join('/')}`)
}
