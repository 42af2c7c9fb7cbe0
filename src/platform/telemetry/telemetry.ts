import { randomUUID } from 'node:crypto'
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind as OtelSpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { startLogExport } from './telemetryLogs.ts'
import { readMetricData } from './telemetryMetrics.ts'
import { setTracer, type Span, type SpanAttributes, type SpanKind } from './tracing.ts'

interface TelemetryOptions {
  /** Without `/v1/traces` and the like. */
  endpoint: string
  /** The part of all traces that is recorded, from 0 to 1. */
  sampledPart: number
  /** Whether the log is sent too. */
  sendsLog: boolean
  metrics: Metrics
  log: Log
}

/** Milliseconds that a collector has for an answer. */
const EXPORT_TIMEOUT_MS = 5000
/** Milliseconds that a stop waits for the last batches to be sent. */
const CLOSE_TIMEOUT_MS = 1500
/** A collector that does not answer is logged at most this often, in milliseconds. */
const WARNING_INTERVAL_MS = 60_000

/**
 * Sends traces, metrics and, if wanted, the log by OpenTelemetry's protocol, as JSON over HTTP. Loaded only where an endpoint is set. Data
 * that can't be sent is dropped.
 */
export function startTelemetry({ endpoint, sampledPart, sendsLog, metrics, log }: TelemetryOptions): {
  close(): Promise<void>
} {
  logOwnFailures(log)
  const resource = resourceFromAttributes({
    'service.name': 'gloed',
    'service.instance.id': randomUUID(),
  })
  const exporterFor = (signal: string) => ({
    url: `${endpoint}/v1/${signal}`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const spans = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledPart) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(exporterFor('traces')) })],
  })
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(exporterFor('metrics')),
        metricProducers: [{ collect: async () => readMetricData(metrics, resource) }],
      }),
    ],
  })
  const logs = sendsLog ? startLogExport(resource, exporterFor('logs')) : null
  const tracer = spans.getTracer('gloed')
  setTracer({
    start(kind, name, attributes, parent) {
      const within = parent === undefined ? ROOT_CONTEXT : contextOf(parent)
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, within)
      return span.isRecording() ? wrapSpan(span) : undefined
    },
  })
  return {
    async close() {
      setTracer(null)
      const sent = Promise.allSettled([spans.shutdown(), meters.shutdown(), logs?.shutdown()])
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, CLOSE_TIMEOUT_MS)
      await Promise.race([sent, timeout.promise])
      clearTimeout(timer)
      diag.disable()
    },
  }
}

const kinds: Record<SpanKind, OtelSpanKind> = {
  request: OtelSpanKind.SERVER,
  client: OtelSpanKind.CLIENT,
  job: OtelSpanKind.CONSUMER,
  frame: OtelSpanKind.SERVER,
}

/** @param traceparent one of ours: version, trace, span, and that it is sampled */
function contextOf(traceparent: string): Context {
  const [, traceId = '', spanId = ''] = traceparent.split('-')
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED })
}

function wrapSpan(span: OtelSpan): Span {
  const { traceId, spanId } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    set: (attributes: SpanAttributes) => void span.setAttributes(attributes),
    end(error) {
      if (error !== undefined && error !== null)
        span.setAttribute('error.type', kindOf(error)).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** The code or the class of an error. Its message may contain values. */
function kindOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  if (typeof cause === 'object' && cause !== null) return kindOf(cause)
  return typeof name === 'string' ? name : 'error'
}

/** Logs the messages of OpenTelemetry about itself, mostly that the collector does not answer. */
function logOwnFailures(log: Log): void {
  let last = -Infinity
  const warn = (message: string) => {
    if (performance.now() - last < WARNING_INTERVAL_MS) return
    last = performance.now()
    log.warn({ reason: message.slice(0, 300) }, 'telemetry')
  }
  const ignore = () => undefined
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
