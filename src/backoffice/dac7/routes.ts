import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeDac7Report } from './contract.ts'
import { makeDac7Report } from './service.ts'

export function dac7Routes(app: FastifyInstance, platform: Platform): void {
  serve(app, writeDac7Report, ({ year }, { userId }) => makeDac7Report(platform, userId, year))
}
