import type { Role } from '../accounts/contract.ts'

/**
 * Who may see a page: anyone; members, or anyone when the storefront is public; members; admins.
 * It stands at the route (`handle.access`), so the server and the browser decide alike.
 */
export type PageAccess = 'open' | 'storefront' | 'members' | 'admin'
export type StorefrontAccess = 'members' | 'public'
export type Admission = 'admitted' | 'login' | 'forbidden'

export function admit(
  access: PageAccess,
  viewer: { role: Role } | null,
  storefront: StorefrontAccess,
): Admission {
  if (access === 'open' || (access === 'storefront' && storefront === 'public')) return 'admitted'
  if (!viewer) return 'login'
  return access === 'admin' && viewer.role !== 'ADMIN' ? 'forbidden' : 'admitted'
}

/** `/auth`, remembering where one was going. */
export const loginPath = (wanted: string): string =>
  ownPath(wanted) === '/' ? '/auth' : `/auth?next=${encodeURIComponent(ownPath(wanted))}`

/** `wanted` when it is a page of our own, else `/`: a link to our login must never send anyone to another site. */
export function ownPath(wanted: string | null | undefined): string {
  const here = 'http://own.invalid'
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, here)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, here)
  const elsewhere = origin !== here || pathname.startsWith('//')
  return elsewhere || pathname === '/auth' || pathname.startsWith('/api/') ? '/' : pathname + search + hash
}
