import { z } from 'zod'
import { validationMessage } from './validationMessages.ts'

z.config({ customError: validationMessage })

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: anyone; a signed-in customer; a creator (or admin); an admin; or a machine, which proves itself by
 * its own means and is exempt from the same-origin rule.
 */
export type EndpointAccess = 'public' | 'customer' | 'model' | 'admin' | 'machine'

export interface Endpoint<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  A extends EndpointAccess = EndpointAccess,
> {
  method: HttpMethod
  path: string
  summary: string
  access: A
  /** Path parameters and the query or the body, as one object; path parameters win. */
  input: Input
  output: Output
  /** Whether what is not in the path comes in the body, as JSON, rather than in the query. */
  inBody: boolean
  /** What a success answers, where it depends on the answer. */
  status: number | ((output: z.output<Output>) => number)
  /** Honours the Idempotency-Key header: the same key and body gives the same answer for 24 hours. */
  idempotent: boolean
  /** Counts towards what an address may call a minute; false for what has a limit of its own, or must never be refused. */
  rateLimited: boolean
}

const defaultStatus: Record<HttpMethod, number> = { GET: 200, POST: 201, PUT: 200, DELETE: 204 }

type EndpointDefinition<I extends z.ZodObject, O extends z.ZodType, A extends EndpointAccess> = Pick<
  Endpoint<I, O, A>,
  'method' | 'path' | 'summary' | 'access' | 'output'
> &
  Partial<Pick<Endpoint<I, O, A>, 'input' | 'inBody' | 'status' | 'idempotent' | 'rateLimited'>>

/**
 * One value that is the path, the access rule, the input and the answer: the server mounts it (`platform/serve.ts`), the
 * browser calls it (`web/call.ts`), and the OpenAPI document and the access tests are made from it.
 * What is sent comes in the body of a POST or PUT, and of a DELETE that says so: what is secret must not be in an address.
 * Success is 200 for GET and PUT, 201 for POST and 204 for DELETE unless `status` says otherwise.
 */
export function endpoint<
  O extends z.ZodType,
  A extends EndpointAccess,
  I extends z.ZodObject = z.ZodObject<{}>,
>(draft: EndpointDefinition<I, O, A>): Endpoint<I, O, A> {
  return {
    input: z.object({}) as unknown as I,
    inBody: draft.method === 'POST' || draft.method === 'PUT',
    status: defaultStatus[draft.method],
    idempotent: false,
    rateLimited: true,
    ...draft,
  }
}

/** What a caller of an endpoint gives. */
export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.input<I> : never

/** `/api/cart/:itemId` → `['itemId']`. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(match => match[1] as string)
