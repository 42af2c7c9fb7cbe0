import { createServer, type IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import {
  fastify,
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { Problem, type ProblemBody, type ProblemCode } from '../../wire/problem.ts'
import { addCompression } from './compression.ts'
import type { Config } from '../config.ts'
import { trackSockets } from './listen.ts'
import { createLocalCalls } from './localCalls.ts'
import { ipRateLimitKey } from './ipAddress.ts'
import type { Log } from '../telemetry/log.ts'
import { isDatabaseUnavailable, unwrapDatabaseError } from '../db/databaseErrors.ts'
import { ssrContext } from './ssrContext.ts'
import type { Platform } from '../platform.ts'
import { recordRequestMetrics } from '../telemetry/metrics.ts'
import { createRateLimit } from './rateLimit.ts'
import { addRequestContext } from '../telemetry/requestContext.ts'
import { addSecurityHeaders, hasSecretPath } from './securityHeaders.ts'
import { endSlowReaders } from './slowReaders.ts'
import { refuseUnreadable, toOriginForm } from './unreadableRequests.ts'
import { newRequestId, workContext } from '../telemetry/workContext.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The paths at which a WebSocket may open. */
    socketPaths: Set<string>
  }
}

/** Seconds after which a client may try again when a part of ours is unavailable. */
const RETRY_AFTER = 5
const unsafeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** In milliseconds. */
const timeLimits = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
}

/** `origin`: our own public one, known once the server listens. */
type HttpServerOptions = Pick<Platform, 'config' | 'log' | 'now' | 'origin' | 'draining'> &
  Partial<Pick<Platform, 'metrics'>>

/**
 * Creates the HTTP server with everything that all routes share: time limits, security headers, cookies, the same-origin rule,
 * rate limits and error responses.
 */
export async function createHttpServer({
  config,
  log,
  now,
  origin,
  metrics,
  draining,
}: HttpServerOptions): Promise<FastifyInstance> {
  const app = openBareServer(config, log)
  app.setNotFoundHandler(() => {
    throw new Problem('NOT_FOUND')
  })
  app.decorate('endpoints', [])
  app.decorate(
    'localCalls',
    createLocalCalls(error => describeFailure(error, log, workContext.getStore()?.requestId)),
  )
  // Only a form of another site could send it: ours never do.
  app.removeContentTypeParser('text/plain')
  addRequestContext(app)
  if (metrics) recordRequestMetrics(app, metrics)
  await app.register(cookie)
  await app.register(formbody)
  addSecurityHeaders(app, { isHttps: origin().startsWith('https:'), isPreloaded: config.hstsPreload })
  addCompression(app)
  endSlowReaders(app)
  trackSockets(app)
  closeConnectionsWhileDraining(app, draining)
  requireHost(app)
  rejectCrossSiteRequests(app, origin)
  // While developing, each module of a page is a request.
  if (!config.dev) limitRequests(app, config, now)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, body } = describeFailure(error, log, request.id, request)
    const retryAfter = body.retryAfter ?? (status === 503 ? RETRY_AFTER : undefined)
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    return reply.code(status).send(body)
  })
  return app
}

const noSchemas = (): never => {
  throw new Error('no route has a JSON schema')
}
/** Zod checks what is sent and answered. Without these, Fastify would load two compilers of JSON schemas at each start. */
export const withoutSchemaCompilers = {
  schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
}

/** Without any route or hook. */
function openBareServer(config: Config, log: Log): FastifyInstance {
  const socketPaths = new Set<string>()
  const app = fastify({
    ...withoutSchemaCompilers,
    loggerInstance: log,
    // No request is logged, for the visitors' privacy.
    logController: new LogController({ disableRequestLogging: true }),
    // A log of its own for each request would only add the id, which the log reads from the context.
    childLoggerFactory: logger => logger,
    // Never one that was sent: whoever chose it could make two requests look like one.
    genReqId: () => workContext.getStore()?.requestId ?? newRequestId(),
    bodyLimit: 256 * 1024,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // Requests that are under way are finished first.
    forceCloseConnections: 'idle',
    // A URL that can't be decoded reaches neither a route nor the error handler below.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      if (isPageNavigation(request)) return void reply.redirect(escapedLocalPath(request.url))
      const problem = new Problem('MALFORMED_REQUEST')
      void reply.code(problem.status).send(problem.body())
    },
    clientErrorHandler: refuseUnreadable,
    rewriteUrl: ({ url = '/' }) => toOriginForm(url),
    // Fastify's own requestTimeout does not stop a body that trickles in; Node's does, checked every second.
    serverFactory: handler =>
      createServer(
        {
          ...timeLimits,
          // Refused below, with a body as any other.
          requireHostHeader: false,
          shouldUpgradeCallback: request => socketPaths.has(socketPathOf(request)),
        },
        handler,
        // Other expectations of a client are not looked at (RFC 9110, 10.1.1); Node would answer 417 without a body.
      ).on('checkExpectation', handler),
  }) as unknown as FastifyInstance
  app.decorate('socketPaths', socketPaths)
  return app
}

/** The refusals of access and of proof that are logged: without the user, for the visitors' privacy. Those of rate limits are counted by the metrics. */
const refusalsToLog = new Set<ProblemCode>([
  'CROSS_SITE',
  'FORBIDDEN',
  'INVALID_CODE',
  'INVALID_CREDENTIALS',
  'INVALID_PASSKEY',
  'TOKEN_INVALID',
  'TWO_FACTOR_REQUIRED',
  'WRONG_PASSWORD',
])

/** The description of an error for a client. One of ours is logged, and has the request's id, by which a user can ask about it. */
function describeFailure(
  error: unknown,
  log: Log,
  requestId: string | undefined,
  request?: FastifyRequest,
): { status: number; body: ProblemBody } {
  // A client that leaves in the middle of its body has the error of a lost connection, as a database that is lost.
  const problem = request?.raw.readableAborted ? new Problem('MALFORMED_REQUEST') : toProblem(error)
  const { status, code } = problem
  if (status < 500) {
    if (refusalsToLog.has(code))
      log.info({ code, ...(request && { req: request }), reqId: requestId }, 'request refused')
    return { status, body: problem.body() }
  }
  log.error({ err: error, ...(request && { req: request }), reqId: requestId }, 'request failed')
  return { status, body: { ...problem.body(), requestId } }
}

const isPageNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && /^\/(?!api\/)/.test(url) && headers.accept?.includes('text/html') === true

/** The same path on our own site with every `%` escaped, so that it gets the not-found page. */
const escapedLocalPath = (url: string): string => url.replace(/^[/\\]+/, '/').replaceAll('%', '%25')

/** So that a proxy, which keeps its connections open, asks another node for the next request. */
function closeConnectionsWhileDraining(app: FastifyInstance, draining: AbortSignal): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (draining.aborted) reply.header('connection', 'close')
    done()
  })
}

/** The path that a WebSocket is asked of; nothing for any other upgrade, which may be answered as if it had not been asked (RFC 9110, 7.8). */
const socketPathOf = ({ url = '', headers }: IncomingMessage): string =>
  headers.upgrade?.toLowerCase() === 'websocket' ? (toOriginForm(url).split('?', 1)[0] ?? '') : ''

/** HTTP/1.0 has none, as the health checks of some proxies. */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers, httpVersion } }, _reply, done) =>
    done(headers.host === undefined && httpVersion === '1.1' ? new Problem('MALFORMED_REQUEST') : undefined),
  )
}

function rejectCrossSiteRequests(app: FastifyInstance, origin: () => string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    const mayComeFromAnywhere = !unsafeMethods.has(request.method) || !access || access === 'machine'
    const isOurs = isSameOrigin(request, origin()) && !isUnprovenForm(request)
    done(mayComeFromAnywhere || isOurs ? undefined : new Problem('CROSS_SITE'))
  })
}

/**
 * Whether a browser sent the request from our own origin. `same-site` is not enough, because another subdomain is not ours. A
 * request with neither header does not come from a browser, carries no ambient cookie, and passes.
 */
export function isSameOrigin(request: Pick<FastifyRequest, 'headers'>, ownOrigin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const from = request.headers.origin
  return from === undefined || from === new URL(ownOrigin).origin
}

/**
 * A form in a browser that does not say where it comes from: programs send JSON. A form as text or with files is refused by its type,
 * but where files belong.
 */
const isUnprovenForm = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === undefined &&
  headers.origin === undefined &&
  headers['content-type']?.trim().toLowerCase().startsWith('application/x-www-form-urlencoded') === true

/** Files are cheap and a page loads dozens; the simulators are not part of the shop. */
const rateLimitExempt = /^\/(assets|media|simulator)\//

/** Of an address in a minute, by `docs/security.md`. */
const REQUESTS_A_MINUTE = 600

function limitRequests(app: FastifyInstance, config: Config, now: () => Date): void {
  const limit = createRateLimit(Math.ceil(REQUESTS_A_MINUTE * config.rateLimitFactor), 60_000, now)
  app.addHook('onRequest', ({ url, ip, routeOptions }, _reply, done) => {
    const isExempt = routeOptions.config.rateLimited === false || rateLimitExempt.test(url)
    // A page's own calls of the shop are part of the page.
    if (isExempt || ssrContext.getStore() !== undefined) return done()
    // An address is gone with its client. The page of a stop link is counted by itself: it opens also where others used the address up.
    limit.consume(`${hasSecretPath(url) ? 'stop ' : ''}${ipRateLimitKey(ip ?? '')}`)
    done()
  })
}

const problemByStatus: Record<number, ProblemCode> = {
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_TYPE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
}

/** PostgreSQL's error codes, https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const problemByDatabaseCode: Record<string, ProblemCode> = {
  // An id that is not a UUID.
  '22P02': 'NOT_FOUND',
  '22003': 'INVALID_INPUT',
  '22021': 'INVALID_INPUT',
  '22P05': 'INVALID_INPUT',
  '40001': 'CONFLICT',
  '40P01': 'CONFLICT',
}

/** Maps any error to a problem. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const known = problemByDatabaseCode[unwrapDatabaseError(error).code ?? '']
  if (known) return new Problem(known)
  if (isDatabaseUnavailable(error)) return new Problem('UNAVAILABLE')
  const { statusCode } = error as { statusCode?: number }
  if (statusCode && problemByStatus[statusCode]) return new Problem(problemByStatus[statusCode])
  return new Problem(statusCode && statusCode >= 400 && statusCode < 500 ? 'MALFORMED_REQUEST' : 'INTERNAL')
}
