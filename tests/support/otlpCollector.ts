import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { openHttpServer } from './httpServer.ts'

/** https://github.com/open-telemetry/opentelemetry-proto: the parts that tests look at. */
interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
}
export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code?: number }
}
interface CollectedPoint {
  attributes: Attribute[]
  asDouble?: number
  count?: number
  bucketCounts?: number[]
  explicitBounds?: number[]
}
export interface CollectedMetric {
  name: string
  gauge?: { dataPoints: CollectedPoint[] }
  histogram?: { dataPoints: CollectedPoint[] }
}
export interface CollectedLine {
  severityText: string
  body: { stringValue?: string }
  attributes: Attribute[]
}
interface Batch {
  resourceLogs?: { scopeLogs: { logRecords: CollectedLine[] }[] }[]
  resourceSpans?: { scopeSpans: { spans: CollectedSpan[] }[] }[]
  resourceMetrics?: { scopeMetrics: { metrics: CollectedMetric[] }[] }[]
}

/** A collector of OpenTelemetry's protocol, JSON over HTTP, that keeps all requests, and answers with this status. */
export async function openOtlpCollector(status = 200) {
  const received: { path: string; batch: Batch }[] = []
  const keep = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ path: request.url ?? '', batch: (await json(request)) as Batch })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }
  const server = await openHttpServer((request, response) => void keep(request, response))
  const batches = (path: string) => received.filter(each => each.path === path).map(({ batch }) => batch)
  return {
    ...server,
    spans: () =>
      batches('/v1/traces')
        .flatMap(({ resourceSpans = [] }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    lines: () =>
      batches('/v1/logs')
        .flatMap(({ resourceLogs = [] }) => resourceLogs)
        .flatMap(({ scopeLogs }) => scopeLogs)
        .flatMap(({ logRecords }) => logRecords),
    /** Of the newest batch. */
    metrics: () =>
      (batches('/v1/metrics').at(-1)?.resourceMetrics ?? [])
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics),
    /** All that it got. */
    text: () => JSON.stringify(received),
  }
}
