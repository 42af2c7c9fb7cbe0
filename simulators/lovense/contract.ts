import { z } from 'zod'
import { ToyLie } from './lies.rules.ts'

/** The code and message in the body of an answer to a command. */
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

/** An error in the form of Lovense: the code is in the body, and the HTTP status is 200 unless one is given. */
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

/** A text that PostgreSQL can store. */
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

/** @param types of the toys of the app, if it is a new one: nora, gravity, … */
export const ScanRequest = z.object({ qrId: text(100), types: z.array(text(40)).min(1).max(10).optional() })

const nothing = z.null().transform(() => undefined)
const flag = z.union([z.boolean(), nothing]).optional()

export const LovenseFaults = z.strictObject({
  /** The app is offline: commands answer 507 and heartbeats stop. */
  offline: flag,
  /** The app cannot reach these toys: commands to them are refused and heartbeats report it. A run goes on until its end. */
  lost: z.union([z.array(text(64)).max(50), nothing]).optional(),
  /** How toys lie, by their ids. */
  lies: z.union([z.record(text(64), ToyLie), nothing]).optional(),
  latencyMs: z.union([z.int().min(0).max(600_000), nothing]).optional(),
  /** This HTTP status is answered and nothing is carried out. */
  httpStatus: z.union([z.int().min(200).max(599), nothing]).optional(),
  /** This code is answered in the body and nothing is carried out; 200 is a command that is accepted without effect. */
  code: z.union([z.int().min(0).max(9999), nothing]).optional(),
  /** Commands that stop a toy are answered 506 and not carried out. */
  dropStops: flag,
  /** `Stop` is answered 506 and not carried out; zeros are taken. */
  refusesStop: flag,
  /** Commands are carried out but never answered. */
  timeoutAfterApply: flag,
})
export type LovenseFaults = z.output<typeof LovenseFaults>
