import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Platform } from './platform.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve, 503 with what is away when it can't. */
export function healthRoutes(app: FastifyInstance, { db, jobs }: Platform): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const parts = { database: await succeeds(() => db.execute(sql`select 1`)), jobs: jobs.isHealthy() }
    const ready = Object.values(parts).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable', ...parts })
  })
}

async function succeeds(ask: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch {
    return false
  }
}
