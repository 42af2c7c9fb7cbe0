import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type Span, startTrace } from './tracing.ts'

/** The work of the program: a request, an attempt of a job, or a frame of a socket. */
export interface WorkContext {
  /** Names the request in its answer, in log lines, and in the jobs that it sends. A job without a request has an id of its own. */
  readonly requestId: string
  /** Set while it is traced. Not after its end: a timer that it set may run for ever, and is no part of it. */
  span: Span | undefined
  /** The sum of its statements so far, in milliseconds. Those that run beside each other both count. */
  databaseMs: number
  /** How long its page took to render, with its data and the wait for its turn, in milliseconds. */
  renderMs?: number
  /** Set once its user is known to be an admin. */
  isAdmin?: boolean
}

/** Read by code without a request at hand: statements, requests to providers, jobs that are sent, and the log. */
export const workContext = new AsyncLocalStorage<WorkContext>()

/** Twelve random hexadecimal digits: short enough to be read out to somebody. */
export const newRequestId = (): string => randomUUID().slice(-12)

/** Ends the trace of the context, if it has one. */
export function endTrace(work: WorkContext, error?: unknown): void {
  work.span?.end(error)
  work.span = undefined
}

/**
 * Works inside of a context, until the promise settles.
 * @throws the work's error
 */
export function runInContext<Result>(work: WorkContext, act: () => Promise<Result>): Promise<Result> {
  if (!work.span) return workContext.run(work, act)
  return workContext.run(work, async () => {
    try {
      const result = await act()
      endTrace(work)
      return result
    } catch (error) {
      endTrace(work, error)
      throw error
    }
  })
}

/** Of a frame. Most frames end without a line in the log, so their id is made only when it is asked for. */
class FrameContext implements WorkContext {
  databaseMs = 0
  span: Span | undefined
  #requestId: string | undefined

  constructor(span: Span | undefined) {
    this.span = span
  }

  get requestId(): string {
    return (this.#requestId ??= newRequestId())
  }
}

/** Handles a frame of a socket in a context of its own. */
export function traceFrame(type: string, handle: () => Promise<void>): Promise<void> {
  const span = startTrace('frame', `frame ${type}`, () => ({ 'messaging.operation.name': type }))
  return runInContext(new FrameContext(span), handle)
}
