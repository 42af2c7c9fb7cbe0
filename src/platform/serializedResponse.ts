import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Endpoint } from '../wire/endpoint.ts'
import { keptBody } from './compression.ts'

/** A response body that was validated and serialized once, to be sent many times. */
export class SerializedResponse<O extends z.ZodType = z.ZodType> {
  /** Phantom: carries the type. */
  declare readonly output?: O
  readonly body: Buffer
  readonly etag: string

  #data: unknown

  constructor(endpoint: Endpoint<z.ZodObject, O>, answer: z.input<O>) {
    this.body = keptBody(Buffer.from(JSON.stringify(endpoint.output.parse(answer))))
    this.etag = `"${createHash('sha1').update(this.body).digest('base64url')}"`
  }

  /** What the body says, read from it by the first call that needs it: most are only sent, and data takes three times the memory. */
  get data(): unknown {
    this.#data ??= deepFreeze(JSON.parse(this.body.toString()))
    return this.#data
  }
}

/** Many pages share it: none may change it. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}
