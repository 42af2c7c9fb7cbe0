import { z } from 'zod'

/** What a command is answered with, by the code in the body. */
export const resultMessages: Record<number, string> = {
  200: 'Success',
  400: 'Invalid Command',
  402: 'Toy Not Connected',
  403: "Toy Doesn't Support This Command",
  404: 'Invalid Parameter',
  501: 'Invalid token',
  502: 'You do not have permission to use this API',
  503: 'Invalid User ID',
  506: 'Server Error. Restart the Lovense Remote app.',
  507: 'Lovense APP is offline',
}

/** A refusal in Lovense's form: the code is in the body, and HTTP says 200 unless a status is given. */
export class LovenseError extends Error {
  readonly code: number
  readonly status: number

  constructor(code: number, status = 200) {
    super(resultMessages[code] ?? 'Error')
    this.code = code
    this.status = status
  }

  body(): object {
    return { result: this.code === 200, code: this.code, message: this.message }
  }
}

/** A text that PostgreSQL can hold. */
const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\0]*$/)

export const QrRequest = z.object({
  token: text(500),
  uid: text(100),
  uname: text(200).nullish(),
  utoken: text(200),
})

/** @param types of the toys that the app has, should it be a new one: nora, gravity, … */
export const ScanRequest = z.object({ qrId: text(100), types: z.array(text(40)).min(1).max(10).optional() })

const nothing = z.null().transform(() => undefined)
const flag = z.union([z.boolean(), nothing]).optional()

export const LovenseFaults = z.strictObject({
  /** The app is away: commands answer 507 and heartbeats stop. */
  offline: flag,
  /** These toys are out of reach of their app: commands to them are refused, and its heartbeats say so. What runs runs out. */
  lost: z.union([z.array(text(64)).max(50), nothing]).optional(),
  latencyMs: z.union([z.int().min(0).max(600_000), nothing]).optional(),
  /** Answered by HTTP instead of doing anything. */
  httpStatus: z.union([z.int().min(200).max(599), nothing]).optional(),
  /** Answered in the body instead of doing anything; 200 is a command accepted and not felt. */
  code: z.union([z.int().min(0).max(9999), nothing]).optional(),
  /** Commands that silence a toy are answered 506 and not carried out. */
  dropStops: flag,
  /** Carried out, but no answer comes. */
  timeoutAfterApply: flag,
})
export type LovenseFaults = z.output<typeof LovenseFaults>
