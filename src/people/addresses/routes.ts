import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import { createRateLimit } from '../../platform/http/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { createAddress, deleteAddress, listAddresses, lookUpAddress, updateAddress } from './contract.ts'
import type { AddressLookup } from './pdok.gateway.ts'
import { addAddress, changeAddress, listOwnAddresses, lookUpDutchAddress, removeAddress } from './service.ts'

const MINUTE = 60_000

/** @param lookup null when no look-up is configured */
export function addressRoutes(
  app: FastifyInstance,
  { config, db, now }: Platform,
  lookup: AddressLookup | null,
): void {
  const lookups = createRateLimit(Math.ceil(20 * config.rateLimitFactor), MINUTE, now)
  serve(app, listAddresses, (_, { userId }) => listOwnAddresses(db, userId))
  serve(app, createAddress, (input, { userId }) => addAddress(db, userId, input))
  serveWithContext(app, lookUpAddress, (input, { userId, role }, { request }) => {
    lookups.consume(role === 'GUEST' ? ipRateLimitKey(request.ip) : userId)
    return lookUpDutchAddress(lookup, input)
  })
  serve(app, updateAddress, ({ addressId, ...input }, { userId }) =>
    changeAddress(db, userId, addressId, input),
  )
  serve(app, deleteAddress, ({ addressId }, { userId }) => removeAddress(db, userId, addressId))
}
