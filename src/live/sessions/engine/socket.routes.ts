import type { ServerResponse } from 'node:http'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSameOrigin } from '../../../platform/http/http.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AuthenticatedUser, LoginWatch } from '../../../platform/http/session.ts'
import { workContext } from '../../../platform/telemetry/workContext.ts'
import { Problem } from '../../../wire/problem.ts'
import type { BridgeRegistry } from './bridgeRegistry.service.ts'
import { LIVE_SOCKET_PATH, MAX_FRAME_BYTES } from '../socket.contract.ts'
import type { SessionController } from './sessionController.service.ts'
import { SocketConnections } from './socketConnections.service.ts'
import { openSocket } from './socketFrames.service.ts'
import { startLoginChecks } from './socketLogins.service.ts'
import { SocketSlots } from './socketSlots.service.ts'
import { createPushContext, startPush } from './socketPush.service.ts'

/** A request for a socket that was found to be in order. */
interface AdmittedTab {
  who: AuthenticatedUser
  login: LoginWatch
  response: ServerResponse
}

/** The socket of a tab: pushes the answers of the polled calls at once. */
export async function liveSocketRoutes(
  app: FastifyInstance,
  platform: Platform,
  controller: SessionController,
  bridges: BridgeRegistry,
): Promise<void> {
  await app.register(websocket, { options: { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false } })
  const admitted = new WeakMap<FastifyRequest, AdmittedTab>()
  const context = { ...createPushContext(platform, controller, new SocketConnections()), bridges }
  const stops = [startPush(context), startLoginChecks(context, logins => app.findLoginsToRead(logins))]
  const { config, draining } = platform
  const slots = new SocketSlots(config.rateLimitFactor)
  app.socketPaths.add(LIVE_SOCKET_PATH)
  draining.addEventListener('abort', () => context.connections.closeForRestart(config.drainMs))
  app.addHook('onClose', () => {
    for (const stop of stops) stop()
    bridges.close()
  })
  app.route({
    method: 'GET',
    url: LIVE_SOCKET_PATH,
    config: { access: 'customer' },
    handler: () => {
      throw new Problem('MALFORMED_REQUEST', { message: 'Dit adres is voor een WebSocket.' })
    },
    preValidation: async (request, reply) => {
      // Its tab tries again, at another node.
      if (draining.aborted) throw new Problem('UNAVAILABLE')
      // Checks the origin: a browser sends its cookies with a socket from any site.
      if (!isSameOrigin(request, platform.origin())) throw new Problem('CROSS_SITE')
      const login = app.watchLogin(request)
      const who = await login.readUser()
      if (!who) throw new Problem('NO_SESSION')
      // Its tab asks by calls, and tries again.
      if (!slots.take(who.userId, request.ip, request.raw.socket)) throw new Problem('RATE_LIMITED')
      admitted.set(request, { who, login, response: reply.raw })
    },
    // Listen before the first await, or the first frames are lost.
    wsHandler: (socket, request) => {
      const { who, login, response } = admitted.get(request) as AdmittedTab
      // Else the connection keeps the request, and all objects that were made for it, until it closes: a third of the memory of
      // an idle socket.
      const transport = request.raw.socket
      response.detachSocket(transport)
      socket.removeAllListeners('error')
      // The work that the socket sets in motion outlives the request that opened it.
      workContext.exit(() => openSocket(context, { socket, transport }, who, login))
    },
  })
}
