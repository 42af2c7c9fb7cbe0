import { fastify } from 'fastify'
import { lovenseSimulator } from '../../../simulators/lovense/routes.ts'
import { mollieSimulator } from '../../../simulators/mollie/routes.ts'
import { openEmbedded } from '../../../src/platform/db/embeddedDatabase.ts'

export const CALLBACK_SECRET = 'a-callback-secret-for-tests'

interface ToyCommand {
  at: number
  toy: string
  action: string
  /** Of the node that sent it, where each has one of its own. */
  token: string
  /** When it ends by itself; the time of its receipt for a stop. */
  until: number
}

export interface Providers {
  origin: string
  env: Record<string, string>
  /** The provider's own control calls, such as `mollie/payments`. */
  read<T>(path: string): Promise<T>
  /** Connects a phone with toys to a creator. @returns the toys' ids */
  scan(qrId: string): Promise<string[]>
  /** For how many milliseconds any toy ran between two times, by the commands that were received; with `token`, by those of one node. */
  runningBetween(from: number, until: number, token?: string): number
  /** How long after a time any toy still ran, at the latest before another time. */
  ranUntil(from: number, until: number): number
  /** The commands that were received between two times, with their milliseconds since the first. */
  commandsBetween(from: number, until: number): string
  close(): Promise<void>
}

/** Both providers' simulators, with a database of their own that nothing disturbs. @param shop the address to which toys report */
export async function openProviders(folder: string, shop: () => string): Promise<Providers> {
  const database = await openEmbedded(folder)
  const app = fastify({ forceCloseConnections: true })
  const commands: ToyCommand[] = []
  app.addHook('preHandler', (request, _reply, done) => {
    const { toy, action, timeSec, token } = (request.body ?? {}) as Record<string, string | number>
    const at = Date.now()
    const isStop = action === 'Stop' || String(action).endsWith(':0')
    // Zero seconds mean until the next command.
    const seconds = timeSec === 0 ? Infinity : Number(timeSec ?? 0)
    if (toy && action)
      commands.push({
        at,
        toy: String(toy),
        action: String(action),
        token: String(token),
        until: isStop ? at : at + seconds * 1000,
      })
    done()
  })
  /** When toys ran: each command until its end or the next one of its toy. */
  const runs = () => {
    const nextAt = new Map<string, number>()
    return commands.toReversed().map(({ at, toy, token, until }) => {
      const end = Math.min(until, nextAt.get(toy) ?? Infinity)
      nextAt.set(toy, at)
      return { at, token, until: end }
    })
  }
  let origin = ''
  const shared = { db: database.db, now: () => new Date() }
  await app.register(mollieSimulator, { ...shared, prefix: '/mollie', publicUrl: () => origin })
  await app.register(lovenseSimulator, {
    ...shared,
    prefix: '/lovense',
    callbackUrl: () => `${shop()}/api/webhooks/lovense/${CALLBACK_SECRET}`,
  })
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    origin,
    env: {
      MOLLIE_API_BASE: `${origin}/mollie`,
      LOVENSE_API_BASE: `${origin}/lovense`,
      LOVENSE_CALLBACK_SECRET: CALLBACK_SECRET,
    },
    read: async <T>(path: string) => (await (await fetch(`${origin}/${path}`)).json()) as T,
    async scan(qrId) {
      const response = await fetch(`${origin}/lovense/scan`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ qrId }),
      })
      const { toys } = (await response.json()) as { toys: { id: string }[] }
      return toys.map(({ id }) => id)
    },
    runningBetween: (from, until, token) =>
      runs()
        .filter(run => token === undefined || run.token === token)
        .reduce((total, run) => total + Math.max(0, Math.min(run.until, until) - Math.max(run.at, from)), 0),
    ranUntil: (from, until) =>
      runs()
        .filter(run => run.at < run.until && run.at < until)
        .reduce((longest, run) => Math.max(longest, Math.min(run.until, until) - from), 0),
    commandsBetween: (from, until) =>
      commands
        .filter(({ at }) => at >= from && at <= until)
        .map(({ at, toy, action }) => `${at - from} ${toy} ${action}`)
        .join(', '),
    async close() {
      await app.close()
      await database.close()
    },
  }
}
