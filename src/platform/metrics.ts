import type { FastifyInstance } from 'fastify'
import { Histogram, Registry } from 'prom-client'

/** What a node measures of its own work, https://prometheus.io/docs/concepts/metric_types/. Labels name kinds, never people or things. */
export interface Metrics {
  registry: Registry
  recordRequest(method: string, route: string, status: number, seconds: number): void
  recordJob(name: string, isDone: boolean, seconds: number): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'gloed_http_request_duration_seconds',
    help: 'Seconds from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const jobs = new Histogram({
    name: 'gloed_job_duration_seconds',
    help: 'Seconds that one try of a job took',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 0.5, 1, 5, 10, 30, 60],
    registers: [registry],
  })
  return {
    registry,
    recordRequest: (method, route, status, seconds) =>
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    recordJob: (name, isDone, seconds) =>
      jobs.observe({ job: name, outcome: isDone ? 'done' : 'failed' }, seconds),
  }
}

/** Measures every request that comes from outside, by the pattern of its route. */
export function recordRequestMetrics(app: FastifyInstance, measures: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    measures.recordRequest(request.method, url ?? 'none', reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}
