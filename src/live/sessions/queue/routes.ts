import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import { Problem } from '../../../wire/problem.ts'
import { joinQueue, leaveQueue, readQueuePosition } from './contract.ts'
import { QueueWatcher } from './queueWatcher.service.ts'

export function queueRoutes(app: FastifyInstance, platform: Platform): void {
  const waiting = new QueueWatcher(platform)
  app.addHook('onReady', async () => waiting.start())
  app.addHook('onClose', async () => waiting.close())

  serve(app, readQueuePosition, (_, { userId }) => waiting.readPosition(userId))
  serve(app, joinQueue, async ({ toyId }, { userId }) => {
    const place = await waiting.join(userId, toyId)
    if (!place) throw new Problem('CONFLICT')
    return place
  })
  serve(app, leaveQueue, ({ toyId }, { userId }) => waiting.leave(userId, toyId))
}
