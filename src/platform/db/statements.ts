import type { PGlite, Transaction } from '@electric-sql/pglite'
import type { Log } from '../telemetry/log.ts'
import { startSpan } from '../telemetry/tracing.ts'
import { workContext } from '../telemetry/workContext.ts'

/** Characters of a statement in the log and in traces. */
const MAX_TEXT = 2000

interface SlowStatementLog {
  log: Log
  /** Milliseconds. */
  thresholdMs: number
}

/** One for the process, as the connections are. */
let slowLog: SlowStatementLog | null = null

/** Logs each statement that takes this long or longer, without its values. @returns a function that ends it */
export function logSlowStatements(log: Log, thresholdMs: number): () => void {
  const own = { log, thresholdMs }
  slowLog = own
  return () => {
    if (slowLog === own) slowLog = null
  }
}

/**
 * Called when a statement is sent.
 * @param text with placeholders for its values
 * @returns a function to call with its answer: the error, if any
 */
export function observeStatement(text: string): (error?: unknown) => void {
  const work = workContext.getStore()
  const span =
    work?.span &&
    startSpan(
      'client',
      summaryOf(text),
      { 'db.system.name': 'postgresql', 'db.query.text': shorten(text) },
      work.span,
    )
  const start = performance.now()
  return error => {
    const duration = performance.now() - start
    if (work) work.databaseMs += duration
    span?.end(error)
    if (slowLog !== null && duration >= slowLog.thresholdMs)
      slowLog.log.warn(
        {
          statement: shorten(text),
          durationMs: Math.round(duration),
          ...(work && { reqId: work.requestId }),
        },
        'slow statement',
      )
  }
}

const shorten = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT)

/** A name after `from` that is not a function's, or one after `into` or `update`. */
const tablePattern = /\bfrom\s+"?([a-z_]\w*)\b(?!\s*\()|\b(?:into|update)\s+"?([a-z_]\w*)/i

/** The verb and the first table, such as `select products`. */
function summaryOf(text: string): string {
  const [verb = 'statement'] = /[a-z]+/i.exec(text) ?? []
  const [, read, written] = tablePattern.exec(text) ?? []
  return [verb.toLowerCase(), read ?? written].filter(Boolean).join(' ')
}

/** The same embedded database, whose statements are observed: those of a transaction too. */
export const observePglite = (pglite: PGlite): PGlite =>
  proxyOf(pglite, {
    query: observedQuery(pglite),
    transaction: (work: (tx: Transaction) => Promise<unknown>) =>
      pglite.transaction(tx => work(proxyOf(tx, { query: observedQuery(tx) }))),
  })

const observedQuery =
  (client: Pick<PGlite, 'query'>) =>
  async (...given: Parameters<PGlite['query']>) => {
    const end = observeStatement(given[0])
    try {
      const answer = await client.query(...given)
      end()
      return answer
    } catch (error) {
      end(error)
      throw error
    }
  }

/** The object with some methods replaced. */
function proxyOf<T extends object>(object: T, replaced: Record<string, unknown>): T {
  return new Proxy(object, {
    get(target, name) {
      if (typeof name === 'string' && name in replaced) return replaced[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
