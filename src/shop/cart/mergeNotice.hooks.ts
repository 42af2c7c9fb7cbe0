import { toast } from '../../ui/dialogs/toast.ts'
import { CART_COOKIE, cookieNameFor } from '../../wire/cookies.ts'

/** Says once, after a login, that not everything of the guest's cart could come along. */
export function tellMerge(): void {
  for (const isSecure of [false, true])
    document.cookie = `${cookieNameFor(CART_COOKIE, isSecure)}=; Path=/; Max-Age=0; SameSite=Lax${isSecure ? '; Secure' : ''}`
  toast({
    title: 'Kijk je winkelwagen even na',
    description: 'Niet alles wat je koos, is nog op voorraad. De rest ligt in je winkelwagen.',
  })
}
