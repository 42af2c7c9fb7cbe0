import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import { createRateLimit } from '../../platform/http/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { createAddress, deleteAddress, listAddresses, lookUpAddress, updateAddress } from './contract.ts'
import type { AddressLookup } from './pdok.gateway.ts'
import { addAddress, changeAddress, listOwnAddresses, lookUpDutchAddress, removeAddress } from './service.ts'

const MINUTE = 60_000

/** @param lookup null when no look-up is configured @param onPlaceAdded never throws */
export function addressRoutes(
  app: FastifyInstance,
  { config, db, now }: Platform,
  lookup: AddressLookup | null,
  onPlaceAdded: (userId: string) => Promise<void>,
): void {
  const lookups = createRateLimit(Math.ceil(20 * config.rateLimitFactor), MINUTE, now)
  serve(app, listAddresses, (_, { userId }) => listOwnAddresses(db, userId))
  serve(app, createAddress, async (input, { userId }) => {
    const added = await addAddress(db, userId, input)
    await onPlaceAdded(userId)
    return added
  })
  serveWithContext(app, lookUpAddress, (input, { userId, role }, { request }) => {
    lookups.consume(role === 'GUEST' ? ipRateLimitKey(request.ip) : userId)
    return lookUpDutchAddress(lookup, input)
  })
  serve(app, updateAddress, async ({ addressId, ...input }, { userId }) => {
    const changed = await changeAddress(db, userId, addressId, input)
    await onPlaceAdded(userId)
    return changed
  })
  serve(app, deleteAddress, ({ addressId }, { userId }) => removeAddress(db, userId, addressId))
}
