import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { lovenseSimulator } from '../../simulators/lovense/routes.ts'
import { openEmbedded } from '../../src/platform/db/embeddedDatabase.ts'
import { simulatorOf } from './toys.ts'

/** The token that authenticates its apps' reports. */
export const CALLBACK_SECRET = 'a-callback-secret-for-tests'

/**
 * The toy provider's simulator with a database of its own, which survives killed servers: the state of a toy is read from the toy. @param
 * shop the address to which the apps report
 */
export async function openSeparateToyProvider(shop: () => string, now = () => new Date()) {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-provider-'))
  const database = await openEmbedded(folder)
  const app = fastify({ forceCloseConnections: true })
  await app.register(lovenseSimulator, {
    prefix: '/simulator/lovense',
    db: database.db,
    now,
    callbackUrl: () => `${shop()}/api/webhooks/lovense/${CALLBACK_SECRET}`,
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    simulator: simulatorOf({ origin }),
    env: {
      LOVENSE_API_BASE: `${origin}/simulator/lovense`,
      LOVENSE_CALLBACK_SECRET: CALLBACK_SECRET,
    },
    async close() {
      await app.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
