import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { createAddress, listAddresses } from './contract.ts'
import { addAddress, listOwnAddresses } from './service.ts'

export function addressRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, listAddresses, (_, { userId }) => listOwnAddresses(db, userId))
  serve(app, createAddress, (input, { userId }) => addAddress(db, userId, input))
}
