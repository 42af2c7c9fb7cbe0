import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { EndpointAccess, EndpointConfirmation, Endpoint } from '../../wire/endpoint.ts'
import { pathParameters } from '../../wire/path.ts'
import { Problem } from '../../wire/problem.ts'
import type { LocalCalls } from './localCalls.ts'
import { SerializedResponse } from './serializedResponse.ts'
import { roleRank } from '../../wire/roles.ts'
import type { AuthenticatedUser, LoginWatch } from './session.ts'

/** A customer, or a guest: whoever has a cart and orders. */
export interface Shopper extends Pick<AuthenticatedUser, 'userId' | 'role'> {
  /** Set for a visitor without a cart: there is no row of this guest, and the browser does not know it. */
  isNew?: boolean
}

/** How guests are recognized (`people/accounts/guestCookie.service.ts`). */
export interface GuestAccess {
  /** The guest whose cart this browser has, or a new one; null while the shop is for members. */
  shopper(request: FastifyRequest, reply: FastifyReply): Promise<Shopper | null>
  /** The guest whose orders this browser may see. */
  buyer(request: FastifyRequest): Shopper | null
  /** Gives the browser the cookie of a guest whose cart or order it has from now on. */
  keep(request: FastifyRequest, reply: FastifyReply, guestId: string): void
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The user of the request's session cookie, or null. */
    identify(request: FastifyRequest): Promise<AuthenticatedUser | null>
    /** The login of the request's cookie, for a socket: it keeps nothing of the request. */
    watchLogin(request: FastifyRequest): LoginWatch
    /** @returns those of them that have to be read: they may have ended, or are to be extended */
    findLoginsToRead(logins: readonly LoginWatch[]): Promise<LoginWatch[]>
    /** @throws Problem CONFIRMATION_NEEDED when the request's login was not confirmed as an endpoint asks */
    assertConfirmed(
      request: FastifyRequest,
      user: AuthenticatedUser,
      confirmation: EndpointConfirmation,
    ): Promise<void>
    /** Recognizes guests, where they are admitted. */
    guests: GuestAccess
    /** The endpoints that the server itself can call without HTTP. */
    localCalls: LocalCalls
    /** All mounted endpoints, for the OpenAPI document and the access tests. */
    endpoints: Endpoint[]
  }
  interface FastifyContextConfig {
    access?: EndpointAccess
    /** False where a call does not count towards the limit of its address. */
    rateLimited?: boolean
  }
}

/** The values that a handler may need beyond its input: cookies, another status, the IP address of an anonymous call. */
export interface CallContext {
  request: FastifyRequest
  reply: FastifyReply
  /** The Idempotency-Key header, on endpoints with `idempotent`. */
  idempotencyKey: string | null
  /** Set by a handler to respond with another success status than the endpoint's default. */
  status?: number
}

type UserFor<A extends EndpointAccess> = A extends 'public' | 'machine'
  ? null
  : A extends 'shopper' | 'buyer'
    ? Shopper
    : AuthenticatedUser

type Handled<O extends z.ZodType> = Promise<Answer<O> | SerializedResponse<O>> | Answer<O>

type EndpointHandler<I extends z.ZodObject, O extends z.ZodType, A extends EndpointAccess> = (
  input: z.output<I>,
  user: UserFor<A>,
) => Handled<O>

type ContextHandler<I extends z.ZodObject, O extends z.ZodType, A extends EndpointAccess> = (
  input: z.output<I>,
  user: UserFor<A>,
  context: CallContext,
) => Handled<O>

/** A handler of an endpoint that answers null may return nothing. */
type Answer<O extends z.ZodType> = z.input<O> | (z.input<O> extends null ? void : never)

/** Reads a body that is no JSON, after authorization; returns any other body as it is. */
type BodyReader = (request: FastifyRequest) => Promise<unknown>

/**
 * Mounts an endpoint: authorizes, validates the input, asks for a confirmed login, calls the handler, and strips the output to the contract.
 * A GET can also be called inside the process, by the rendering of pages.
 */
export function serve<I extends z.ZodObject, O extends z.ZodType, A extends EndpointAccess>(
  app: FastifyInstance,
  endpoint: Endpoint<I, O, A>,
  handler: EndpointHandler<I, O, A>,
  readBody?: BodyReader,
): void {
  if (endpoint.method === 'GET') {
    const readInput = createInputReader(endpoint)
    app.localCalls.add({
      path: endpoint.path,
      access: endpoint.access,
      authorize: user => checkAccess(endpoint.access, user),
      answer: async (sent, user) => {
        // The cast: a public endpoint has no user.
        const who = (isAnonymous(endpoint.access) ? null : user) as UserFor<A>
        const result = await handler(readInput(sent), who)
        return result instanceof SerializedResponse ? result : endpoint.output.parse(result ?? null)
      },
    })
  }
  serveWithContext(app, endpoint, handler, readBody)
}

/**
 * The same for a handler that needs the HTTP request or reply, and so can't be called inside the process. Does nothing more when the
 * handler has sent its own reply (a redirect, a file).
 */
export function serveWithContext<I extends z.ZodObject, O extends z.ZodType, A extends EndpointAccess>(
  app: FastifyInstance,
  endpoint: Endpoint<I, O, A>,
  handler: ContextHandler<I, O, A>,
  readBody?: BodyReader,
): void {
  app.endpoints.push(endpoint)
  const readInput = createInputReader(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access, rateLimited: endpoint.rateLimited },
    handler: async (request, reply) => {
      // Also where anyone may call: signing in answers with the account, and a mailed link with the subject that it opens.
      if (!isAnonymous(endpoint.access) || endpoint.access === 'machine' || endpoint.method !== 'GET')
        reply.header('cache-control', 'private, no-store')
      // The cast: `authorize` returns null exactly for public and machine endpoints.
      const user = (await authorize(app, endpoint.access, request, reply)) as UserFor<A>
      const context: CallContext = {
        request,
        reply,
        idempotencyKey: endpoint.idempotent ? idempotencyKey(request) : null,
      }
      if (readBody) request.body = await readBody(request)
      const sent = endpoint.inBody ? (request.body === undefined ? {} : request.body) : request.query
      if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
        throw new Problem('MALFORMED_REQUEST')
      const input = readInput({ ...sent, ...(request.params as object) })
      // After the input: nobody confirms a request that is refused all the same.
      if (endpoint.confirmation && user && 'sessionId' in user && endpoint.needsConfirmation(input))
        await app.assertConfirmed(request, user, endpoint.confirmation)
      const result = await handler(input, user, context)
      // Also when the client has left in the middle of a file.
      if (reply.sent || reply.raw.headersSent) return reply
      if (result instanceof SerializedResponse) return sendSerialized(request, reply, result)
      const output = endpoint.output.parse(result ?? null)
      reply.code(context.status ?? statusOf(endpoint, output))
      return reply.statusCode === 204
        ? reply.send()
        : reply.header('content-type', JSON_TYPE).send(JSON.stringify(output))
    },
  })
}

const statusOf = ({ status, alsoAnswers }: Endpoint, output: unknown): number =>
  output === null && alsoAnswers.includes(204) ? 204 : status

const JSON_TYPE = 'application/json; charset=utf-8'

/** The client may cache it, but has to revalidate each time. */
function sendSerialized(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: SerializedResponse,
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'no-cache')
  // A compressed answer was sent with the weak form.
  if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.code(304).send()
  return reply.header('content-type', JSON_TYPE).send(body)
}

async function authorize(
  app: FastifyInstance,
  access: EndpointAccess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthenticatedUser | Shopper | null> {
  if (isAnonymous(access)) return null
  const user = (await app.identify(request)) ?? (await findGuest(app, access, request, reply))
  checkAccess(access, user)
  return user
}

async function findGuest(
  { guests }: FastifyInstance,
  access: EndpointAccess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Shopper | null> {
  if (access === 'shopper') return guests.shopper(request, reply)
  return access === 'buyer' ? guests.buyer(request) : null
}

const isAnonymous = (access: EndpointAccess): boolean => access === 'public' || access === 'machine'

const neededRank: Record<EndpointAccess, number> = {
  public: roleRank.GUEST,
  machine: roleRank.GUEST,
  shopper: roleRank.GUEST,
  buyer: roleRank.GUEST,
  customer: roleRank.USER,
  model: roleRank.MODEL,
  admin: roleRank.ADMIN,
}

/** @throws Problem when this user may not call an endpoint with this access */
function checkAccess(
  access: EndpointAccess,
  user: Pick<AuthenticatedUser, 'role' | 'owesTwoFactor'> | null,
): void {
  if (isAnonymous(access)) return
  if (!user) throw new Problem('NO_SESSION')
  if (roleRank[user.role] < neededRank[access])
    throw new Problem(user.owesTwoFactor ? 'TWO_FACTOR_REQUIRED' : 'FORBIDDEN')
}

function createInputReader<I extends z.ZodObject>({ input, path }: Endpoint<I>) {
  const parameters = new Set(pathParameters(path))
  return (sent: Record<string, unknown>): z.output<I> => {
    const parsed = parseSent(input, sent)
    if (!parsed.success) throw toValidationProblem(parsed.error, parameters)
    if (hasUnstorableText(parsed.data)) throw new Problem('INVALID_INPUT')
    return parsed.data
  }
}

/**
 * Zod compares the `length` of a supposed text with its limits before it refuses an object for not being one, and a `length` can be an
 * object that can't be compared.
 */
function parseSent<I extends z.ZodObject>(input: I, sent: Record<string, unknown>) {
  try {
    return input.safeParse(sent)
  } catch (error) {
    if (error instanceof TypeError) throw new Problem('INVALID_INPUT')
    throw error
  }
}

/** NOT_FOUND for an invalid path parameter; otherwise INVALID_INPUT with a message per field. */
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

/** PostgreSQL can't store U+0000 in text, nor half a surrogate pair (an emoji cut in two) in JSON. */
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
