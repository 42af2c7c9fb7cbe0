import { fastify } from 'fastify'
import { lovenseSimulator } from '../simulators/lovense/routes.ts'
import { openPostgres } from '../src/platform/db/postgres/openPostgres.ts'
import { monotonicMs } from './clock.ts'
import { handleRequests } from './helperProcess.ts'

/** The toy provider's simulator, which also records the time of receipt of each command in microseconds. */
export interface CommandArrival {
  toyId: string
  action: string
  at: number
}

let arrivals: CommandArrival[] = []
const app = fastify({ forceCloseConnections: true })
const { db } = await openPostgres(process.env['DATABASE_URL'] as string)
app.addHook('preHandler', (request, _reply, done) => {
  const { toy, action } = (request.body ?? {}) as { toy?: string; action?: string }
  if (toy && action) arrivals.push({ toyId: toy, action, at: monotonicMs() })
  done()
})
// The address to which apps report: one that did not answer would cause a report every second.
app.post('/heard', () => ({}))
await app.register(lovenseSimulator, {
  prefix: '/simulator/lovense',
  db,
  now: () => new Date(),
  callbackUrl: () => `${origin}/heard`,
})
const origin: string = await app.listen({ host: '127.0.0.1', port: 0 })

handleRequests(({ ask }: { ask: 'where' | 'take' }) => {
  if (ask === 'where') return origin
  const taken = arrivals
  arrivals = []
  return taken
})
