import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, Registry } from 'prom-client'

/** A node's metrics, https://prometheus.io/docs/concepts/metric_types/. Labels have few values and no personal data. */
export interface Metrics {
  registry: Registry
  /** Called before the metrics are read: they set the values that are counted only then. */
  collectors: (() => Promise<void>)[]
  recordRequest(method: string, route: string, status: number, seconds: number): void
  recordJob(name: string, isDone: boolean, seconds: number): void
  /** @param outcome the class of its status, such as `2xx`; `failed` without an answer, `aborted` when we no longer wanted it */
  recordProviderRequest(provider: string, outcome: string, seconds: number): void
  recordCommand(kind: 'stop' | 'other', outcome: 'done' | 'refused' | 'failed', seconds: number): void
  /** Records the parts of the delay from finger to toy, in milliseconds, by their names without the `Ms`. */
  recordDelay(
    parts: Readonly<Record<`${'total' | 'browser' | 'network' | 'shop' | 'provider'}Ms`, number>>,
  ): void
  /** Counts a command that a newer one or a stop replaced before the provider took it: it never reached the toy, and has no delay. */
  recordSuperseded(): void
  /** @param seconds from the decision to stop a toy until its provider acknowledged it */
  recordToyStop(provider: string, seconds: number): void
}

/** With the goals of the delay from finger to toy: 60 ms and round trips of 0, 20, 80 and 200 ms. */
const DELAYS = [0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.14, 0.2, 0.26, 0.5, 1, 2.5, 5]
const SHORT = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const histogramsOf =
  (registry: Registry) =>
  <Label extends string>(name: string, help: string, labelNames: Label[], buckets = SHORT) =>
    new Histogram({
      name: `gloed_${name}_duration_seconds`,
      help,
      labelNames,
      buckets,
      registers: [registry],
    })

export function createMetrics(): Metrics {
  const registry = new Registry()
  const histogram = histogramsOf(registry)
  const requests = histogram(
    'http_request',
    'Seconds from the first byte of a request to the last of its answer',
    ['method', 'route', 'status'],
  )
  const jobs = histogram(
    'job',
    'Seconds that one attempt of a job took',
    ['job', 'outcome'],
    [0.01, 0.1, 0.5, 1, 5, 10, 30, 60],
  )
  const providers = histogram('provider_request', 'Seconds that one request to a provider took', [
    'provider',
    'outcome',
  ])
  const commands = histogram('live_command', 'Seconds until a command to a toy was answered', [
    'command',
    'outcome',
  ])
  const delays = histogram(
    'live_delay',
    'Seconds from a finger to the toy provider’s answer, and whose they are',
    ['part'],
    DELAYS,
  )
  const superseded = new Counter({
    name: 'gloed_live_superseded_total',
    help: 'Commands to a toy that a newer one or a stop replaced before the provider took them',
    registers: [registry],
  })
  const stops = histogram('toy_stop', 'Seconds from the decision to stop a toy to its provider’s answer', [
    'provider',
  ])
  return {
    registry,
    collectors: [],
    recordRequest: (method, route, status, seconds) =>
      requests.observe({ method, route, status: statusClass(status) }, seconds),
    recordJob: (name, isDone, seconds) =>
      jobs.observe({ job: name, outcome: isDone ? 'done' : 'failed' }, seconds),
    recordProviderRequest: (provider, outcome, seconds) => providers.observe({ provider, outcome }, seconds),
    recordCommand: (command, outcome, seconds) => commands.observe({ command, outcome }, seconds),
    recordDelay(parts) {
      for (const [name, ms] of Object.entries(parts))
        delays.observe({ part: name.replace(/Ms$/, '') }, ms / 1000)
    },
    recordSuperseded: () => superseded.inc(),
    recordToyStop: (provider, seconds) => stops.observe({ provider }, seconds),
  }
}

/** The client left before its answer: nginx’s status for it, which nobody ever gets. */
export const CLIENT_LEFT = 499

export const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`

export async function collectMetrics({ collectors }: Metrics): Promise<void> {
  await Promise.all(collectors.map(collect => collect()))
}

/** Records the duration of every request by its route pattern, also of one whose client left before its answer. */
export function recordRequestMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', ({ method, headers, routeOptions: { url = 'none' } }, reply, done) => {
    // A socket is no request that has an answer.
    if (headers.upgrade !== undefined) return done()
    const { raw } = reply
    raw.on('close', () => {
      const status = raw.writableFinished ? raw.statusCode : CLIENT_LEFT
      metrics.recordRequest(method, url, status, reply.elapsedTime / 1000)
    })
    done()
  })
}
