import type { FastifyInstance } from 'fastify'
import { serveWithContext } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { readLiveWelcome } from './contract.ts'
import { loadLiveWelcome } from './service.ts'

export function welcomeRoutes(app: FastifyInstance, platform: Platform): void {
  serveWithContext(app, readLiveWelcome, (_, __, { reply }) => {
    // A creator who closes her page, or leaves the air, is gone at the next look.
    reply.header('cache-control', 'private, no-store')
    return loadLiveWelcome(platform)
  })
}
