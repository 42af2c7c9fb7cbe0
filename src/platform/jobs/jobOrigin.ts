import { startTrace } from '../telemetry/tracing.ts'
import { newRequestId, runInContext, workContext } from '../telemetry/workContext.ts'

/** Stored beside a job's own fields; its handler does not get it. */
const ORIGIN = '$origin'

/** The sender of a job: the request, and its trace, if it has one. */
interface JobOrigin {
  requestId: string
  traceparent?: string
}

/** The data of a job, with the origin that sends it now. */
export function withOrigin<Data extends object>(data: Data): Data {
  const work = workContext.getStore()
  if (!work) return data
  const { requestId, span } = work
  const origin: JobOrigin = { requestId, ...(span && { traceparent: span.traceparent }) }
  return { ...data, [ORIGIN]: origin }
}

/**
 * Runs an attempt of a job as a part of the request that sent it, so that its log lines have the same id and its trace is the same. The
 * jobs that it sends go on with both.
 * @param stored null for a job of the clock
 * @throws the handler's error
 */
export function runAsOrigin<Result>(
  name: string,
  stored: object | null,
  handle: (data: object) => Promise<Result>,
): Promise<Result> {
  const { [ORIGIN]: origin, ...data } = (stored ?? {}) as { [ORIGIN]?: JobOrigin }
  const span = startTrace(
    'job',
    `job ${name}`,
    () => ({ 'messaging.destination.name': name }),
    origin?.traceparent,
  )
  const requestId = origin?.requestId ?? newRequestId()
  return runInContext({ requestId, span, databaseMs: 0 }, () => handle(data))
}
