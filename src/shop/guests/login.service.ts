import type { GuestCookies } from '../../people/accounts/guestCookie.service.ts'
import type { OnSignedIn } from '../../people/accounts/loginFlow.service.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { claimGuestOrders } from './claim.service.ts'
import { mergeGuestCart } from './mergeCart.service.ts'

/** After a login: what the browser had in the cart as a guest is in that of the account, and what its address ordered is there too. */
export function createGuestTakeover(platform: Platform, guests: GuestCookies): OnSignedIn {
  const { db, log } = platform
  const attempt = async (userId: string, work: (tx: Tx) => Promise<void>) => {
    try {
      await db.transaction(work)
    } catch (error) {
      // The login goes on; the next one tries again, because the browser keeps its cookie and the guest its orders.
      log.error({ err: error, userId }, 'a guest is not taken over')
    }
  }
  return async (userId, { request, reply }) => {
    const guestId = guests.find(request)
    if (guestId !== null)
      await attempt(userId, async tx => {
        const isPartial = await mergeGuestCart(tx, guestId, userId)
        guests.clear(reply, { isPartial })
      })
    await attempt(userId, async tx => void (await claimGuestOrders(tx, userId)))
  }
}

/** When an address turns out to be its owner's. */
export const createGuestClaim =
  ({ db, log }: Platform) =>
  async (userId: string): Promise<void> => {
    try {
      await db.transaction(tx => claimGuestOrders(tx, userId))
    } catch (error) {
      log.error({ err: error, userId }, 'the orders of a guest are not taken over')
    }
  }
