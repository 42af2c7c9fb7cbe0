import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Endpoint } from '../wire/endpoint.ts'

/** An answer as it goes over the wire, checked and stripped by its contract already, so that it can be sent again. */
export class SerializedResponse<O extends z.ZodType = z.ZodType> {
  /** Phantom: carries the type. */
  declare readonly output?: O
  readonly body: Buffer
  readonly etag: string

  constructor(endpoint: Endpoint<z.ZodObject, O>, answer: z.input<O>) {
    this.body = Buffer.from(JSON.stringify(endpoint.output.parse(answer)))
    this.etag = `"${createHash('sha1').update(this.body).digest('base64url')}"`
  }
}
