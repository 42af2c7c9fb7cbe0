import { setTimeout as pause } from 'node:timers/promises'
import type { GuestCookies } from '../../people/accounts/guestCookie.service.ts'
import type { OnSignedIn } from '../../people/accounts/login/loginFlow.service.ts'
import { LOCK_NOT_AVAILABLE, unwrapDatabaseError } from '../../platform/db/databaseErrors.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { claimGuestOrders, claimOwnAddress } from './claim.service.ts'
import { mergeGuestCart } from './mergeCart.service.ts'

/** How often a guest is tried to be taken over whose order something else is working on, and the pause before the next time, in milliseconds. */
const ATTEMPTS = 4
const PAUSE_MS = 50

/** @throws the error of the last attempt */
async function takeOver<T>(db: Db, work: (tx: Tx) => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await db.transaction(work)
  } catch (error) {
    if (unwrapDatabaseError(error).code !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) throw error
    await pause(PAUSE_MS * attempt)
    return takeOver(db, work, attempt + 1)
  }
}

/** After a login: the cart and the address that the browser had as a guest are the account's, and so are the orders with its e-mail address. */
export function createGuestTakeover(platform: Platform, guests: GuestCookies): OnSignedIn {
  const { db, log } = platform
  const attempt = async <T>(userId: string, work: (tx: Tx) => Promise<T>): Promise<T | undefined> => {
    try {
      return await takeOver(db, work)
    } catch (error) {
      // The login goes on; the next one tries again, because the browser keeps its cookie and the guest its orders.
      log.error({ err: error, userId }, 'a guest is not taken over')
      return undefined
    }
  }
  return async (userId, { request, reply }) => {
    const guestId = guests.find(request)
    if (guestId !== null) {
      const isPartial = await attempt(userId, async tx => {
        const isCartPartial = await mergeGuestCart(tx, guestId, userId)
        await claimOwnAddress(tx, guestId, userId)
        return isCartPartial
      })
      // Once it is committed: a browser without its cookie has lost the rest of the guest's cart.
      if (isPartial !== undefined) guests.clear(reply, { isPartial })
    }
    await attempt(userId, tx => claimGuestOrders(tx, userId, guestId ?? undefined))
  }
}

/** When an address turns out to be its owner's. */
export const createGuestClaim =
  ({ db, log }: Platform) =>
  async (userId: string): Promise<void> => {
    try {
      await takeOver(db, tx => claimGuestOrders(tx, userId))
    } catch (error) {
      log.error({ err: error, userId }, 'the orders of a guest are not taken over')
    }
  }
