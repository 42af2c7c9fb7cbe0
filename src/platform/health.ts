import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Platform } from './platform.ts'

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve requests; 503 with the parts that are unavailable when it can't, and while it
 * is drained, so that a proxy sends it no more.
 */
export function healthRoutes(app: FastifyInstance, platform: Platform): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const { isReady, ...readiness } = await readReadiness(platform)
    return reply.code(isReady ? 200 : 503).send(readiness)
  })
}

type CheckedParts = Pick<Platform, 'db' | 'jobs' | 'draining' | 'areFilesReachable'>

/** Whether this node can serve requests, and which part of it can't. */
export async function readReadiness({ db, jobs, draining, areFilesReachable }: CheckedParts) {
  if (draining.aborted) return { isReady: false, status: 'draining' }
  const parts = { database: await succeeds(() => db.execute(sql`select 1`)), jobs: jobs.isHealthy() }
  const isReady = Object.values(parts).every(Boolean)
  // Told, and no reason to send no requests: another node has the same files, and nearly everything works without them.
  const files = areFilesReachable()
  return { isReady, status: isReady ? 'ready' : 'unavailable', ...parts, files }
}

async function succeeds(check: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await check()
    return true
  } catch {
    return false
  }
}
