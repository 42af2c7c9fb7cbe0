import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSameOrigin } from '../../platform/http.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Who } from '../../platform/session.ts'
import { Problem } from '../../wire/problem.ts'
import { createAudience } from './audience.service.ts'
import type { Bridges } from './bridge.service.ts'
import { LIVE_PATH, LONGEST_FRAME } from './frames.contract.ts'
import type { Stage } from './stage.service.ts'

/** The socket of a tab: the same as the polled calls, pushed at once. */
export async function liveSocket(
  app: FastifyInstance,
  platform: Platform,
  stage: Stage,
  bridges: Bridges,
): Promise<void> {
  await app.register(websocket, { options: { maxPayload: LONGEST_FRAME, perMessageDeflate: false } })
  const admitted = new WeakMap<FastifyRequest, Who>()
  const audience = createAudience(platform, stage, bridges)
  app.addHook('onClose', () => {
    audience.close()
    bridges.close()
  })
  app.route({
    method: 'GET',
    url: LIVE_PATH,
    config: { access: 'customer' },
    handler: () => {
      throw new Problem('MALFORMED_REQUEST', { message: 'Dit adres is voor een WebSocket.' })
    },
    preValidation: async request => {
      // A browser sends its cookies along to a socket wherever the page came from.
      if (!isSameOrigin(request, platform.origin())) throw new Problem('CROSS_SITE')
      const who = await app.identify(request)
      if (!who) throw new Problem('NO_SESSION')
      admitted.set(request, who)
    },
    // It must listen before anything else happens, or the first frames are lost.
    wsHandler: (socket, request) => {
      const who = admitted.get(request) as Who
      audience.join(socket, who, async () => (await app.identify(request)) !== null)
    },
  })
}
