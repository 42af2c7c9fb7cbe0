import { SeverityNumber } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import type { Resource } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { setLogLineListener } from './log.ts'

interface LogLine {
  level: number
  time: string
  msg?: string
  err?: { type?: string; message?: string; stack?: string }
  [field: string]: unknown
}

/** By pino's levels, of which a line has one. */
const severities: Record<number, { severityNumber: SeverityNumber; severityText: string }> = {
  10: { severityNumber: SeverityNumber.TRACE, severityText: 'TRACE' },
  20: { severityNumber: SeverityNumber.DEBUG, severityText: 'DEBUG' },
  30: { severityNumber: SeverityNumber.INFO, severityText: 'INFO' },
  40: { severityNumber: SeverityNumber.WARN, severityText: 'WARN' },
  50: { severityNumber: SeverityNumber.ERROR, severityText: 'ERROR' },
  60: { severityNumber: SeverityNumber.FATAL, severityText: 'FATAL' },
}

/** Sends each line of the log as well, so that it is elsewhere when somebody changes those of the machine (OWASP ASVS 5.0, 16.4.3). */
export function startLogExport(
  resource: Resource,
  exporter: { url: string; timeoutMillis: number },
): { shutdown(): Promise<void> } {
  const provider = new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter(exporter) })],
  })
  const logger = provider.getLogger('gloed')
  setLogLineListener(text => {
    const { level, time, msg, err, ...rest } = JSON.parse(text) as LogLine
    logger.emit({
      ...severities[level],
      timestamp: new Date(time),
      body: msg ?? '',
      attributes: {
        ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, toAttribute(value)])),
        // OpenTelemetry's semantic conventions for exceptions.
        ...(err && {
          'exception.type': err.type ?? '',
          'exception.message': err.message ?? '',
          'exception.stacktrace': err.stack ?? '',
        }),
      },
    })
  })
  return {
    shutdown() {
      setLogLineListener(null)
      return provider.shutdown()
    },
  }
}

const toAttribute = (value: unknown): string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)
