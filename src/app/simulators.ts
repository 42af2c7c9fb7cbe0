import { fastify, type FastifyInstance } from 'fastify'
import { lovenseSimulator } from '../../simulators/lovense/routes.ts'
import { identitySimulator, newIdentityState } from '../../simulators/identity/routes.ts'
import { viesSimulator } from '../../simulators/vies/routes.ts'
import { mollieSimulator } from '../../simulators/mollie/routes.ts'
import { sendcloudSimulator } from '../../simulators/sendcloud/routes.ts'
import { storecoveSimulator } from '../../simulators/storecove/routes.ts'
import { verotelSimulator } from '../../simulators/verotel/routes.ts'
import { withoutSchemaCompilers } from '../platform/http/http.ts'
import type { Platform } from '../platform/platform.ts'

/** How long a simulator waits for rows that another node may have written, in milliseconds. */
const RECHECK_MS = 30_000

/**
 * Starts the providers that development, tests and the demo do with, on a port of their own, because orphaned toys are stopped before the shop
 * listens.
 */
export async function startSimulators(platform: Platform, callbackSecret: string, schedule: boolean) {
  let base = ''
  const mount = simulatorMounter(platform, callbackSecret, schedule, () => base)
  const app = fastify({ forceCloseConnections: true, ...withoutSchemaCompilers })
  await mount(app, true)
  base = `${await app.listen({ host: '127.0.0.1', port: 0 })}/simulator`
  return { base, mount: (shop: FastifyInstance) => mount(shop, false), close: () => app.close() }
}

function simulatorMounter(
  { db, now, origin }: Platform,
  callbackSecret: string,
  schedule: boolean,
  ownBase: () => string,
): (app: FastifyInstance, isWorker: boolean) => Promise<void> {
  const callbackUrl = () => `${origin()}/api/webhooks/lovense/${callbackSecret}`
  // Of all servers that they are mounted on.
  const viesFaults = { isAway: false }
  const identityState = newIdentityState()
  // A test moves its clock, and does not wait.
  const recheckMs = schedule ? RECHECK_MS : undefined
  return async (app, isWorker) => {
    await app.register(mollieSimulator, {
      db,
      now,
      prefix: '/simulator/mollie',
      publicUrl: origin,
      schedule,
      isWorker,
      recheckMs,
    })
    await app.register(verotelSimulator, {
      db,
      now,
      postbackUrl: () => `${origin()}/api/webhooks/verotel`,
      isWorker,
      recheckMs,
    })
    await app.register(sendcloudSimulator, { db, now, prefix: '/simulator/sendcloud', shopUrl: origin })
    await app.register(storecoveSimulator, { db, now, prefix: '/simulator/storecove', shopUrl: origin })
    await app.register(viesSimulator, { prefix: '/simulator/vies', faults: viesFaults })
    await app.register(identitySimulator, {
      prefix: '/simulator/identity',
      state: identityState,
      // Where the shop calls it; a browser goes to the shop's own address.
      issuer: () => `${ownBase()}/identity`,
      publicUrl: () => `${origin()}/simulator/identity`,
      now,
    })
    await app.register(lovenseSimulator, {
      db,
      now,
      prefix: '/simulator/lovense',
      callbackUrl,
      isWorker,
      recheckMs,
    })
  }
}
