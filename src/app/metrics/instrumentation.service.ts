import { recordProviderRequests } from '../../platform/http/httpClient.ts'
import type { Platform } from '../../platform/platform.ts'
import { logSlowStatements } from '../../platform/db/statements.ts'
import { createMetricsCollector } from './service.ts'

/**
 * Starts to watch the node's work: metrics, the log of slow statements and, where an endpoint is set, the exporters of traces, metrics and,
 * if wanted, the log.
 */
export async function startInstrumentation(platform: Platform): Promise<{ close(): Promise<void> }> {
  const { config, log, metrics } = platform
  const { telemetryEndpoint: endpoint, sampledPart, sendsLog } = config
  metrics?.collectors.push(createMetricsCollector(platform, metrics.registry))
  const { slowStatementMs } = config
  const ends = [
    ...(slowStatementMs === null ? [] : [logSlowStatements(log, slowStatementMs)]),
    recordProviderRequests(metrics),
  ]
  const telemetry =
    endpoint !== undefined && metrics
      ? // Its packages are large, and most shops send nothing.
        (await import('../../platform/telemetry/telemetry.ts')).startTelemetry({
          endpoint,
          sampledPart,
          sendsLog,
          metrics,
          log,
        })
      : null
  return {
    async close() {
      for (const end of ends) end()
      await telemetry?.close()
    },
  }
}
