import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Platform } from './platform.ts'

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve requests; 503 with the parts that are unavailable when it can't, and while it
 * is drained, so that a proxy sends it no more.
 */
export function healthRoutes(app: FastifyInstance, { db, jobs, draining }: Platform): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    if (draining.aborted) return reply.code(503).send({ status: 'draining' })
    const parts = { database: await succeeds(() => db.execute(sql`select 1`)), jobs: jobs.isHealthy() }
    const ready = Object.values(parts).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable', ...parts })
  })
}

async function succeeds(check: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await check()
    return true
  } catch {
    return false
  }
}
