import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { Endpoint } from '../../wire/endpoint.ts'
import { keptBody } from './compression.ts'

/** A response body that was validated and serialized once, to be sent many times. */
export class SerializedResponse<O extends z.ZodType = z.ZodType> {
  /** Phantom: carries the type. */
  declare readonly output?: O
  readonly body: Buffer
  readonly etag: string

  #data: unknown

  /** @param json an answer that its endpoint's schema has validated */
  constructor(json: string) {
    this.body = keptBody(Buffer.from(json))
    this.etag = `"${hash('sha1', this.body, 'base64url')}"`
  }

  static of<O extends z.ZodType>(
    endpoint: Endpoint<z.ZodObject, O>,
    answer: z.input<O>,
  ): SerializedResponse<O> {
    return new SerializedResponse(JSON.stringify(endpoint.output.parse(answer)))
  }

  /** The data in the body, read from it by the first call that needs it: most are only sent, and data takes three times the memory. */
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
