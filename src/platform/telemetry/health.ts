import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/db.ts'
import { PIPELINE_CONNECTIONS } from '../db/pipelinedStatements.ts'
import type { Platform } from '../platform.ts'

/** In milliseconds: the proxies of `deploy/` wait for two seconds, and would otherwise not learn which part is unavailable. */
const ANSWER_MS = 1500

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

type CheckedParts = Pick<
  Platform,
  'db' | 'pipelinedReads' | 'pipelinedWrites' | 'jobs' | 'draining' | 'areFilesReachable' | 'bus'
>

/** Whether this node can serve requests, and which part of it can't; within `ANSWER_MS`. */
export async function readReadiness({
  db,
  pipelinedReads,
  pipelinedWrites,
  jobs,
  draining,
  areFilesReachable,
  bus,
}: CheckedParts) {
  if (draining.aborted) return { isReady: false, status: 'draining' }
  const [database, reads, writes] = await Promise.all([
    answers(db, 1),
    // Connections of their own, past a pooler: who is logged in is read there, and carts are written.
    answers(pipelinedReads, PIPELINE_CONNECTIONS),
    answers(pipelinedWrites, PIPELINE_CONNECTIONS),
  ])
  const parts = { database, pipelinedReads: reads, pipelinedWrites: writes, jobs: jobs.isHealthy() }
  const isReady = Object.values(parts).every(Boolean)
  // Reported, but the node stays ready: every node uses the same files, and nearly everything works without them.
  const files = areFilesReachable()
  // The bus likewise: without it, changes by other nodes are read from the database, a little later.
  return {
    isReady,
    status: isReady ? 'ready' : 'unavailable',
    ...parts,
    files,
    bus: bus.isConnected(),
  }
}

/** Whether each of so many statements is answered in time. Each turn of the event loop has another connection of a pipeline. */
async function answers(db: Db, statements: number): Promise<boolean> {
  const asked: Promise<boolean>[] = []
  for (let count = 0; count < statements; count += 1) {
    const answered = db.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
    asked.push(answered)
    await nextTurn()
  }
  const all = Promise.all(asked).then(each => each.every(Boolean))
  return Promise.race([all, pause(ANSWER_MS, false, { ref: false })])
}
