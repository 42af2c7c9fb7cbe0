import { config, z } from 'zod'
import type { ProblemCode } from './problem.ts'
import { validationMessage } from './validationMessages.ts'

// Compiling schemas needs `eval`, which the policy of our pages forbids; that a browser tries is reported as a violation.
// Not `z.config`: the browser's build leaves out each call of `z` whose result nothing uses.
config({ customError: validationMessage, jitless: 'document' in globalThis })

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The callers of an endpoint: anyone; whoever has a cart, which a visitor of a public shop always may; whoever ordered, with an
 * account or as a guest; a signed-in customer; a creator (or admin); an admin; or a machine, which authenticates in its own way and
 * is exempt from the same-origin rule.
 */
export type EndpointAccess = 'public' | 'shopper' | 'buyer' | 'customer' | 'model' | 'admin' | 'machine'

/**
 * For an action that can't be undone, or that moves money or rights: 'recent' asks that the user has confirmed the login in the
 * last 15 minutes (`people/security/confirmation.rules.ts`). 'password' is for an input that has the password, which confirms by
 * itself unless the account has to do so by a second step.
 */
export type EndpointConfirmation = 'recent' | 'password'

export interface Endpoint<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  A extends EndpointAccess = EndpointAccess,
> {
  method: HttpMethod
  path: string
  summary: string
  access: A
  /** Null: the login is enough. */
  confirmation: EndpointConfirmation | null
  /** Whether this input needs that confirmation: always, unless the endpoint says otherwise. */
  needsConfirmation(input: z.output<Input>): boolean
  /** Path parameters and the query or body as one object; path parameters take precedence. */
  input: Input
  output: Output
  /** Whether the rest of the input is in a JSON body rather than in the query. */
  inBody: boolean
  /** The status of a success. */
  status: number
  /** The media type of a file that is sent instead of JSON. */
  sends: string | null
  /** Other statuses of a success: 204 when the output is null, 304 when the client has it already, or one that the handler sets. */
  alsoAnswers: readonly number[]
  /** The problems of its own, beside those that every endpoint of its kind can answer (`platform/http/openapi.ts`). */
  problems: readonly ProblemCode[]
  /** Supports the Idempotency-Key header: the same key and body gives the same output for 24 hours. */
  idempotent: boolean
  /** Counts towards the rate limit by IP address; false for an endpoint with its own limit, or that must never be refused. */
  rateLimited: boolean
}

const defaultStatus: Record<HttpMethod, number> = { GET: 200, POST: 201, PUT: 200, DELETE: 204 }

type EndpointDefinition<I extends z.ZodObject, O extends z.ZodType> = Pick<
  Endpoint<I, O>,
  'summary' | 'output'
> &
  Partial<
    Pick<
      Endpoint<I, O>,
      | 'confirmation'
      | 'needsConfirmation'
      | 'input'
      | 'inBody'
      | 'status'
      | 'sends'
      | 'alsoAnswers'
      | 'problems'
      | 'idempotent'
      | 'rateLimited'
    >
  >

/**
 * Defines an endpoint: `endpoint('GET /api/cart', 'customer', { summary, input, output })`. The server mounts it
 * (`platform/http/serve.ts`), the browser calls it (`ui/call/call.ts`), and the OpenAPI document and the access tests are made from it.
 * The input is in the body of a POST or PUT, and of a DELETE with `inBody`: secrets must not be in a URL.
 * Success is 200 for GET and PUT, 201 for POST and 204 for DELETE unless `status` says otherwise.
 */
export function endpoint<
  O extends z.ZodType,
  A extends EndpointAccess,
  I extends z.ZodObject = z.ZodObject<{}>,
>(route: `${HttpMethod} /${string}`, access: A, definition: EndpointDefinition<I, O>): Endpoint<I, O, A> {
  const [method, path] = route.split(' ') as [HttpMethod, string]
  return {
    method,
    path,
    access,
    confirmation: null,
    needsConfirmation: () => true,
    input: z.object({}) as unknown as I,
    inBody: method === 'POST' || method === 'PUT',
    status: defaultStatus[method],
    sends: null,
    alsoAnswers: [],
    problems: [],
    idempotent: false,
    rateLimited: true,
    ...definition,
  }
}

/** The input that a caller of an endpoint passes. */
export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.input<I> : never
