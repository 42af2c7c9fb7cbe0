import { roleRank } from '../wire/roles.ts'
import type { ShopInfo, Viewer } from '../wire/ssr.ts'

/**
 * Who may see a page: anyone; members, or anyone when the storefront is public; members; members, of whom an admin sets
 * up here what is demanded of them; creators (and admins); admins.
 * It stands at the route (`handle.access`), so the server and the browser decide alike.
 */
export type PageAccess = 'open' | 'storefront' | 'members' | 'security' | 'creators' | 'admin'
type PageAccessResult = 'admitted' | 'login' | 'forbidden' | 'set-up'

/** Where one looks after how one signs in. */
export const SECURITY_PATH = '/security'

/** What stands at a page's route beside its component. */
export interface PageHandle {
  access: PageAccess
  /** The file that holds the page, so that the server can name what it needs in the head. */
  module: string
  /** In the browser the page says by itself that one must sign in, such as when the session ends while it is open. */
  handlesLogin?: true
  /** It is for everyone, of any age: what the law wants within reach, and where mailed links lead to. */
  skipsAgeGate?: true
  /** What a page answers that loaded well; 200 unless it says otherwise. */
  status?: number
}

const requiredRank: Record<PageAccess, number> = {
  open: 0,
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
  if (access === 'open' || (access === 'storefront' && storefront === 'public')) return 'admitted'
  if (!viewer) return 'login'
  return roleRank[viewer.role] < requiredRank[access] ? 'forbidden' : 'admitted'
}

/** `/auth`, remembering where one was going. */
export const loginPath = (wanted: string): string =>
  safeReturnPath(wanted) === '/' ? '/auth' : `/auth?next=${encodeURIComponent(safeReturnPath(wanted))}`

/** `wanted` when it is a page of our own, else `/`: a link to our login must never send anyone to another site. */
export function safeReturnPath(wanted: string | null | undefined): string {
  const here = 'http://own.invalid'
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, here)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, here)
  const elsewhere = origin !== here || pathname.startsWith('//')
  return elsewhere || pathname === '/auth' || pathname.startsWith('/api/') ? '/' : pathname + search + hash
}
