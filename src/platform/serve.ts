import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { pathParameters, type EndpointAccess, type Endpoint } from '../wire/endpoint.ts'
import { Problem } from '../wire/problem.ts'
import { SerializedResponse } from './serializedResponse.ts'
import { roleRank } from '../wire/roles.ts'
import type { AuthenticatedUser } from './session.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Who the request's session cookie proves, or null. */
    identify(request: FastifyRequest): Promise<AuthenticatedUser | null>
    /** Every endpoint that is mounted, for the OpenAPI document and the access tests. */
    endpoints: Endpoint[]
  }
  interface FastifyContextConfig {
    access?: EndpointAccess
  }
}

/** What an answer may need beyond its input: cookies, another status, who an anonymous call comes from. */
export interface CallContext {
  request: FastifyRequest
  reply: FastifyReply
  /** The Idempotency-Key header, on endpoints that honour it. */
  idempotencyKey: string | null
  /** Set by an answer that is another success than the endpoint's usual one. */
  status?: number
}

type UserFor<A extends EndpointAccess> = A extends 'public' | 'machine' ? null : AuthenticatedUser

type EndpointHandler<I extends z.ZodObject, O extends z.ZodType, A extends EndpointAccess> = (
  input: z.output<I>,
  who: UserFor<A>,
  visit: CallContext,
) => Promise<z.input<O> | SerializedResponse<O>> | z.input<O>

/**
 * Mounts an endpoint: first who may, then what was sent, then the answer, stripped to what the contract says.
 * An answer that has sent its own reply (a redirect) is left alone; one that is serialised goes out as it is.
 * @param form reads the body that a form stands for; what is no form it leaves as it is
 */
export function serve<I extends z.ZodObject, O extends z.ZodType, A extends EndpointAccess>(
  app: FastifyInstance,
  endpoint: Endpoint<I, O, A>,
  answer: EndpointHandler<I, O, A>,
  form?: (request: FastifyRequest) => Promise<unknown>,
): void {
  app.endpoints.push(endpoint)
  const read = createInputReader(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access, ...(!endpoint.rateLimited && { rateLimit: false }) },
    handler: async (request, reply) => {
      const who = (await authorize(app, endpoint.access, request)) as UserFor<A>
      const visit: CallContext = {
        request,
        reply,
        idempotencyKey: endpoint.idempotent ? idempotencyKey(request) : null,
      }
      // Not before it is known who sends it.
      if (form) request.body = await form(request)
      const answered = await answer(read(request), who, visit)
      if (reply.sent) return reply
      if (answered instanceof SerializedResponse) return sendSerialized(request, reply, answered)
      const output = endpoint.output.parse(answered)
      reply.code(visit.status ?? statusOf(endpoint, output))
      return reply.statusCode === 204
        ? reply.send()
        : reply.header('content-type', JSON_TYPE).send(JSON.stringify(output))
    },
  })
}

const statusOf = <O extends z.ZodType>({ status }: Endpoint<z.ZodObject, O>, output: z.output<O>): number =>
  typeof status === 'function' ? status(output) : status

const JSON_TYPE = 'application/json; charset=utf-8'

/** The caller may keep it, but has to ask each time whether it is still so. */
function sendSerialized(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: SerializedResponse,
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.header('content-type', JSON_TYPE).send(body)
}

async function authorize(
  app: FastifyInstance,
  access: EndpointAccess,
  request: FastifyRequest,
): Promise<AuthenticatedUser | null> {
  if (access === 'public' || access === 'machine') return null
  const who = await app.identify(request)
  if (!who) throw new Problem('NO_SESSION')
  const needed = access === 'admin' ? roleRank.ADMIN : access === 'model' ? roleRank.MODEL : roleRank.USER
  if (roleRank[who.role] < needed) throw new Problem(who.owesTwoFactor ? 'TWO_FACTOR_REQUIRED' : 'FORBIDDEN')
  return who
}

function createInputReader<I extends z.ZodObject>({ input, inBody, path }: Endpoint<I>) {
  const parameters = new Set(pathParameters(path))
  return (request: FastifyRequest): z.output<I> => {
    const sent = inBody ? (request.body === undefined ? {} : request.body) : request.query
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
      throw new Problem('MALFORMED_REQUEST')
    const parsed = input.safeParse({ ...sent, ...(request.params as object) })
    if (!parsed.success) throw toValidationProblem(parsed.error, parameters)
    if (hasUnstorableText(parsed.data)) throw new Problem('INVALID_INPUT')
    return parsed.data
  }
}

/** A path that can't name anything names nothing: 404. Anything else is said field by field. */
function toValidationProblem(error: z.ZodError, parameters: Set<string>): Problem {
  if (error.issues.some(issue => parameters.has(String(issue.path[0])))) return new Problem('NOT_FOUND')
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message
  const messages = [...new Set(Object.values(fields))]
  return new Problem('INVALID_INPUT', {
    fields,
    ...(messages.length === 1 && { message: messages[0] as string }),
  })
}

/** PostgreSQL can't hold U+0000 in a text, nor half a surrogate pair (an emoji that was cut in two) in JSON. */
const hasUnstorableText = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0') || !value.isWellFormed()
    : typeof value === 'object' && value !== null && Object.values(value).some(hasUnstorableText)

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)) throw new Problem('INVALID_INPUT')
  return key
}
