import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { Problem } from '../../wire/problem.ts'
import { joinQueue, leaveQueue, readQueue } from './queue.contract.ts'
import { createWaiting } from './waiting.service.ts'

export function queueRoutes(app: FastifyInstance, platform: Platform): void {
  const waiting = createWaiting(platform)
  app.addHook('onReady', async () => waiting.begin())
  app.addHook('onClose', async () => waiting.close())

  serve(app, readQueue, (_, { userId }) => waiting.read(userId))
  serve(app, joinQueue, async ({ toyId }, { userId }) => {
    const place = await waiting.join(userId, toyId)
    if (!place) throw new Problem('CONFLICT')
    return place
  })
  serve(app, leaveQueue, async ({ toyId }, { userId }) => {
    await waiting.leave(userId, toyId)
    return null
  })
}
