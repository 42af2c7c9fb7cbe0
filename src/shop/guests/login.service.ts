import type { GuestCookies } from '../../people/accounts/guestCookie.service.ts'
import type { OnSignedIn } from '../../people/accounts/loginFlow.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { mergeGuestCart } from './mergeCart.service.ts'

/** After a login: what the browser had in the cart as a guest is in that of the account. */
export const createGuestTakeover =
  ({ db, log }: Platform, guests: GuestCookies): OnSignedIn =>
  async (userId, { request, reply }) => {
    const guestId = guests.find(request)
    if (guestId === null) return
    try {
      const isPartial = await db.transaction(tx => mergeGuestCart(tx, guestId, userId))
      guests.clear(reply, { isPartial })
    } catch (error) {
      // The browser keeps its cookie, so the next login tries again.
      log.error({ err: error, userId }, 'the cart of a guest is not taken over')
    }
  }
