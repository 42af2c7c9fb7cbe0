import { fastify } from 'fastify'
import type { Db } from '../../src/platform/db/db.ts'
import { openWebhookReceiver } from '../webhookReceiver.ts'
import type { listCommands } from './command.service.ts'
import { lovenseSimulator } from './routes.ts'
import type { listToyStates } from './service.ts'

interface Answer {
  result: boolean
  code: number
  message: string
  data: { qr: string; code: string }
}

export type LovenseFixture = Awaited<ReturnType<typeof openLovenseFixture>>

/**
 * For tests: the simulator on a port of its own, a clock that only the test advances, a receiver for the shop's callbacks, and one user.
 */
export async function openLovenseFixture(db: Db) {
  const uid: string = crypto.randomUUID()
  const rig = {
    clock: Date.parse('2026-11-20T12:00:00Z'),
    shop: await openWebhookReceiver(),
    uid,
    /** The address of the simulator, without a trailing slash. */
    base: '',
    post: (path: string, body: object, signal?: AbortSignal) =>
      fetch(`${rig.base}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      }),
    inject: async (faults: object) => (await rig.post('faults', faults)).status,
    read: async <T>(path: string) => (await (await fetch(`${rig.base}/${path}`)).json()) as T,
    toys: () => rig.read<Awaited<ReturnType<typeof listToyStates>>>('toys'),
    toysById: async () => Object.fromEntries((await rig.toys()).map(toy => [toy.id, toy])),
    /** The commands that the simulator received for this user. */
    log: async () =>
      (await rig.read<Awaited<ReturnType<typeof listCommands>>>('log')).filter(entry => entry.uid === uid),
    async askCode(extra: object = {}): Promise<Answer> {
      const user = { token: 't', uid: rig.uid, uname: 'Noor', utoken: `secret of ${rig.uid}`, v: 2 }
      return (await (await rig.post('api/lan/getQrCode', { ...user, ...extra })).json()) as Answer
    },
    /** @returns the ids of the toys linked by a scan; by default a lush, a ferri, an edge and a max */
    async link(types?: string[]): Promise<string[]> {
      const { data } = await rig.askCode()
      const scanned = await rig.post('scan', { qrId: data.code, types })
      const linked = (await scanned.json()) as { toys: { id: string }[] }
      return linked.toys.map(toy => toy.id)
    },
    /** @returns the HTTP status and the code in the body */
    async command(extra: object): Promise<[number, number]> {
      const body = { token: 't', uid: rig.uid, command: 'Function', timeSec: 2, apiVer: 1, ...extra }
      const response = await rig.post('api/lan/v2/command', body)
      return [response.status, ((await response.json()) as Answer).code]
    },
    stop: () => app.close(),
    async start() {
      app = fastify({ forceCloseConnections: true })
      await app.register(lovenseSimulator, {
        prefix: '/simulator/lovense',
        db,
        now: () => new Date(rig.clock),
        callbackUrl: () => rig.shop.url,
        recheckMs: 100,
      })
      rig.base = `${await app.listen({ port: 0, host: '127.0.0.1' })}/simulator/lovense`
    },
    async close() {
      await rig.inject({})
      await app.close()
      await rig.shop.close()
    },
  }
  let app = fastify()
  await rig.start()
  return rig
}
