import type { FastifyInstance } from 'fastify'
import { lovenseSimulator } from '../../simulators/lovense/routes.ts'
import { viesSimulator } from '../../simulators/vies/routes.ts'
import { mollieSimulator } from '../../simulators/mollie/routes.ts'
import { sendcloudSimulator } from '../../simulators/sendcloud/routes.ts'
import { storecoveSimulator } from '../../simulators/storecove/routes.ts'
import type { Platform } from '../platform/platform.ts'

/** Mounts the providers that development, tests and the demo do with. */
export function simulatorMounter(
  { db, now, origin }: Platform,
  callbackSecret: string,
  schedule: boolean,
): (app: FastifyInstance, isWorker: boolean) => Promise<void> {
  const callbackUrl = () => `${origin()}/api/webhooks/lovense/${callbackSecret}`
  // Of all servers that they are mounted on.
  const viesFaults = { isAway: false }
  return async (app, isWorker) => {
    await app.register(mollieSimulator, {
      db,
      now,
      prefix: '/simulator/mollie',
      publicUrl: origin,
      schedule,
      isWorker,
    })
    await app.register(sendcloudSimulator, { db, now, prefix: '/simulator/sendcloud', shopUrl: origin })
    await app.register(storecoveSimulator, { db, now, prefix: '/simulator/storecove', shopUrl: origin })
    await app.register(viesSimulator, { prefix: '/simulator/vies', faults: viesFaults })
    await app.register(lovenseSimulator, { db, now, prefix: '/simulator/lovense', callbackUrl, isWorker })
  }
}
