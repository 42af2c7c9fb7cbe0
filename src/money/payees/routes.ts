import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { changePayee, readPayee } from './contract.ts'
import { getOwnPayee, type PayeeSources, savePayee } from './service.ts'

export function payeeRoutes(app: FastifyInstance, platform: Platform, sources: PayeeSources): void {
  serve(app, readPayee, (_, { userId }) => getOwnPayee(platform, sources, userId))
  serve(app, changePayee, (details, { userId }) => savePayee(platform, sources, userId, details))
}
