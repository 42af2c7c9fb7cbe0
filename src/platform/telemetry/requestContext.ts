import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, startTrace } from './tracing.ts'
import { endTrace, workContext, type WorkContext } from './workContext.ts'

declare module 'fastify' {
  interface FastifyRequest {
    work: WorkContext
  }
}

/** Files, probes and the simulators: many, and none of them of interest. */
const untraced = /^\/(assets|media|simulator|healthz|readyz|metrics)(\/|$)/

/**
 * Gives every request its context: its id, which the answer carries as `x-request-id`, and its trace. A `traceparent` that was sent is
 * ignored (docs/decisions/061). The route is all that is known of its URL.
 */
export function addRequestContext(app: FastifyInstance): void {
  // Null until the first hook runs, because Fastify shares the value of a decorator.
  app.decorateRequest('work', null as unknown as WorkContext)
  app.addHook('onRequest', (request, reply, done) => {
    const span = traceOf(request)
    request.work = { requestId: request.id, span, databaseMs: 0 }
    reply.header('x-request-id', request.id)
    // Also of a client that leaves before its answer, for which there is no `onResponse`.
    if (span) reply.raw.on('close', () => endRequestTrace(request.work, reply.raw))
    // Fastify keeps it while a body is read.
    workContext.run(request.work, done)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { work } = request
    // For admins alone: how long an answer took to make tells others about its data.
    if (work.isAdmin) reply.header('server-timing', serverTiming(work, reply.elapsedTime))
    done()
  })
}

function endRequestTrace(work: WorkContext, { writableFinished, statusCode }: ServerResponse): void {
  if (!writableFinished) return endTrace(work, { code: 'ABORTED' })
  work.span?.set({ 'http.response.status_code': statusCode })
  endTrace(work, statusCode >= 500 ? { code: String(statusCode) } : undefined)
}

function traceOf({ method, routeOptions, headers }: FastifyRequest) {
  const route = routeOptions.url ?? 'none'
  // A socket lives long, and each of its commands has a trace of its own.
  if (!isTracing() || untraced.test(route) || headers.upgrade !== undefined) return undefined
  // A page's call of the API inside of the process belongs to the trace of the page.
  const page = workContext.getStore()?.span
  return startTrace(
    'request',
    `${method} ${route}`,
    () => ({ 'http.request.method': method, 'http.route': route }),
    page?.traceparent,
  )
}

/** https://www.w3.org/TR/server-timing/, in milliseconds. */
const serverTiming = ({ databaseMs, renderMs }: WorkContext, totalMs: number): string =>
  [
    `db;dur=${databaseMs.toFixed(1)}`,
    ...(renderMs === undefined ? [] : [`render;dur=${renderMs.toFixed(1)}`]),
    `total;dur=${totalMs.toFixed(1)}`,
  ].join(', ')
