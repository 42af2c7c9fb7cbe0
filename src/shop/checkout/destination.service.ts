import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { addresses } from '../../people/addresses/table.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import type { Settings } from '../../wire/settings.ts'
import type { HeldProduct } from '../products/stock/service.ts'
import { refuseDestination } from '../shipping/destination.rules.ts'
import { findShippingTerms, freeOfRates, type NetShippingTerms } from '../shipping/terms.service.ts'
import type { GuestDetails } from './contract.ts'

/** The owner of the address decides at which field a refusal is shown. */
interface Destination {
  addressId?: string | null | undefined
  guest?: z.output<typeof GuestDetails> | undefined
}

/**
 * Finds the terms that decide the price of standard shipping of an order: in no statement while it is always free, and else in three.
 * @throws Problem NOT_SHIPPED_THERE when no rate takes it there
 */
export async function findOrderTerms(
  tx: Tx,
  { settings }: Pick<Platform, 'settings'>,
  lines: HeldProduct[],
  destination: Destination,
): Promise<NetShippingTerms> {
  const { addressId } = destination
  if (settings.current.shippingPricing === 'FREE' || !addressId) return freeOfRates
  const [address] = await tx
    .select({ country: addresses.country })
    .from(addresses)
    .where(eq(addresses.id, addressId))
  // Another user's is refused when the order is written.
  if (!address) return freeOfRates
  const items = lines.map(({ id: productId, quantity }) => ({ productId, quantity }))
  const { terms, refusal } = await findShippingTerms(tx, settings.current, items, address.country)
  assertShippedTo(settings.current, address.country, destination)
  if (refusal !== null) throw notShippedThere(refusal, destination)
  return terms
}

/** @throws Problem NOT_SHIPPED_THERE */
export function assertShippedTo(
  { shipsTo }: Pick<Settings, 'shipsTo'>,
  country: string,
  destination: Destination,
): void {
  const refusal = refuseDestination(country, shipsTo)
  if (refusal !== null) throw notShippedThere(refusal, destination)
}

const notShippedThere = (message: string, { guest }: Destination): Problem =>
  new Problem('NOT_SHIPPED_THERE', {
    message,
    fields: { [guest ? 'guest.address.country' : 'addressId']: message },
  })
