import { lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { providerErrors } from './table.ts'
import type { ProviderCall } from './contract.ts'

/** Errors are written this often at most, in milliseconds: a provider that is down fails many times a second. */
const FLUSH_INTERVAL_MS = 5000
const DAY = 24 * 3600_000
/** Errors older than this are not shown, in milliseconds; after a day without one, counting starts again. */
export const RETENTION_MS = 7 * DAY
/** Stands for no code: a column of a key can't be null. */
export const NO_CODE = 0

type ErrorCount = Omit<typeof providerErrors.$inferSelect, 'firstAt'>

/** Errors of the toy provider, stored for admins. */
export type ProviderErrorLog = ReturnType<typeof createProviderErrorLog>

export function createProviderErrorLog(db: Db, log: Log, now: () => Date) {
  const noted = new Map<string, ErrorCount>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write(all: ErrorCount[]): Promise<void> {
    try {
      await upsertErrorCounts(db, all)
    } catch (error) {
      log.warn({ err: error }, 'could not store the provider errors')
    }
  }

  function flush(): void {
    const all = [...noted.values()]
    noted.clear()
    timer = all.length > 0 ? setTimeout(flush, FLUSH_INTERVAL_MS).unref() : undefined
    if (all.length > 0) writing = writing.then(() => write(all))
  }

  return {
    record(call: ProviderCall, said: number | null): void {
      const code = said !== null && isDocumentedCode(said) ? said : NO_CODE
      const key = `${call} ${code}`
      noted.set(key, { call, code, count: (noted.get(key)?.count ?? 0) + 1, lastAt: now() })
      if (!timer) flush()
    },
    /** Resolves when all recorded errors are written, or can't be. */
    async close(): Promise<void> {
      clearTimeout(timer)
      flush()
      clearTimeout(timer)
      await writing
    },
  }
}

/** Documented codes only; any other counts as none, which limits the number of rows. */
const isDocumentedCode = (code: number): boolean => Number.isInteger(code) && code >= 100 && code < 600

async function upsertErrorCounts(db: Db, all: ErrorCount[]): Promise<void> {
  const { count, firstAt, lastAt } = providerErrors
  const isOver = sql`${lastAt} < excluded.last_at - interval '1 day'`
  // In the same order on all nodes, to avoid deadlock.
  const rows = all
    .map(({ lastAt: at, ...trouble }) => ({ ...trouble, firstAt: at, lastAt: at }))
    .toSorted((a, b) => a.call.localeCompare(b.call) || a.code - b.code)
  await db
    .insert(providerErrors)
    .values(rows)
    .onConflictDoUpdate({
      target: [providerErrors.call, providerErrors.code],
      set: {
        count: sql`case when ${isOver} then excluded.count else ${count} + excluded.count end`,
        firstAt: sql`case when ${isOver} then excluded.first_at else ${firstAt} end`,
        lastAt: sql`greatest(${lastAt}, excluded.last_at)`,
      },
    })
  const newest = Math.max(...rows.map(row => row.lastAt.getTime()))
  await db.delete(providerErrors).where(lt(lastAt, new Date(newest - RETENTION_MS)))
}
