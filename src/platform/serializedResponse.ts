import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Endpoint } from '../wire/endpoint.ts'

/** A response body that was validated and serialized once, to be sent many times. */
export class SerializedResponse<O extends z.ZodType = z.ZodType> {
  /** Phantom: carries the type. */
  declare readonly output?: O
  /** What the body says, for calls that need no body. */
  readonly data: unknown
  readonly body: Buffer
  readonly etag: string

  constructor(endpoint: Endpoint<z.ZodObject, O>, answer: z.input<O>) {
    this.data = deepFreeze(endpoint.output.parse(answer))
    this.body = Buffer.from(JSON.stringify(this.data))
    this.etag = `"${createHash('sha1').update(this.body).digest('base64url')}"`
  }
}

/** Many pages share it: none may change it. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}
