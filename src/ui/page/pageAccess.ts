import { roleRank } from '../../wire/roles.ts'
import type { ShopInfo, Viewer } from '../../wire/ssr.ts'

/**
 * The visitors who may see a page: anyone; anyone but an admin who still has to set up two-step verification; members, or anyone when the storefront is public; members; members, including an admin who
 * still has to set up two-step verification; creators (and admins); admins. Part of the route (`handle.access`), for server and
 * browser.
 */
export type PageAccess = 'open' | 'welcome' | 'storefront' | 'members' | 'security' | 'creators' | 'admin'
type PageAccessResult = 'admitted' | 'login' | 'forbidden' | 'set-up'

/** The page with the settings of passwords, two-step verification and login sessions. */
export const SECURITY_PATH = '/security'

/** The `handle` of a page's route. */
export interface PageHandle {
  access: PageAccess
  /** The page's source file, so that the server can preload its modules. */
  module: string
  /** The page itself asks the user to log in, such as when the session ends while it is open. */
  handlesLogin?: true
  /** Shown without the age gate: legal pages and the targets of mailed links. */
  skipsAgeGate?: true
  /** The status of a page that loaded; 200 by default. */
  status?: number
}

const requiredRank: Record<PageAccess, number> = {
  open: 0,
  welcome: 0,
  storefront: 0,
  members: 0,
  security: 0,
  creators: 1,
  admin: 2,
}

export function checkPageAccess(
  access: PageAccess,
  viewer: Viewer | null,
  storefront: ShopInfo['storefrontAccess'],
): PageAccessResult {
  if (viewer?.owesTwoFactor && access !== 'open') return access === 'security' ? 'admitted' : 'set-up'
  if (access === 'open' || access === 'welcome' || (access === 'storefront' && storefront === 'public'))
    return 'admitted'
  if (!viewer) return 'login'
  return roleRank[viewer.role] < requiredRank[access] ? 'forbidden' : 'admitted'
}

/** `/auth` with the page to return to. */
export const loginPath = (wanted: string): string =>
  safeReturnPath(wanted) === '/' ? '/auth' : `/auth?next=${encodeURIComponent(safeReturnPath(wanted))}`

/** `wanted` when it is a page of our own, else `/`: the login must never redirect to another site. */
export function safeReturnPath(wanted: string | null | undefined): string {
  const here = 'http://own.invalid'
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, here)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, here)
  const elsewhere = origin !== here || pathname.startsWith('//')
  return elsewhere || pathname === '/auth' || pathname.startsWith('/api/') ? '/' : pathname + search + hash
}
