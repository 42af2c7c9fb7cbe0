import { createContext, use } from 'react'
import type { PageRequest } from '../wire/ssr.ts'
import type { PageHandle } from './pageAccess.ts'

const year = 365 * 24 * 60 * 60

/** What makes sure that a visitor is an adult. The rest of the shop knows no other way to ask. */
interface AgeVerifier {
  /** Whether this browser was let in before, from a Cookie header. On the server, before anything is loaded. */
  isVerified(cookies: string | undefined): boolean
  /** Lets this browser in from now on. In the browser, by the visitor's own hand. */
  verify(): void
  /** What the server answers with a page (Set-Cookie) so that it lasts, when it would not by itself. */
  renewal(cookies: string | undefined, isSecure: boolean): string | undefined
}

const ageCookie = (value: string, isSecure: boolean): string =>
  `gloed_age=${value}; Path=/; Max-Age=${year};${isSecure ? ' Secure;' : ''} SameSite=Lax`

/**
 * The visitor's word, kept for a year where the server sees it: the next page arrives without the question. Some browsers keep what
 * a script wrote for a week only (https://webkit.org/tracking-prevention), so the server writes it once more.
 */
export const selfDeclaration: AgeVerifier = {
  isVerified: cookies => /(?:^|;\s*)gloed_age=(?:stated|kept)(?:;|$)/.test(cookies ?? ''),
  verify() {
    document.cookie = ageCookie('stated', window.location.protocol === 'https:')
  },
  renewal: (cookies, isSecure) =>
    /(?:^|;\s*)gloed_age=stated(?:;|$)/.test(cookies ?? '') ? ageCookie('kept', isSecure) : undefined,
}

/**
 * Whether a visitor is asked before the first page. Members said so when they registered, and what search engines may show
 * of a public shop they must be able to read.
 */
export const requiresAgeCheck = ({ viewer, cookies, shop, isSearchEngine }: AgeCheckInput): boolean =>
  !viewer && !(isSearchEngine && shop.storefrontAccess === 'public') && !selfDeclaration.isVerified(cookies)

type AgeCheckInput = Pick<PageRequest, 'viewer' | 'cookies' | 'isSearchEngine'> & {
  shop: Pick<PageRequest['shop'], 'storefrontAccess'>
}

/** Whether the question stands in this page's place. */
export const isAgeGated = (isAsked: boolean, handle: PageHandle | undefined): boolean =>
  isAsked && !handle?.skipsAgeGate

export const AgeContext = createContext<{ isAsked: boolean; onVerified: () => void }>({
  isAsked: false,
  onVerified: () => undefined,
})

export const useAgeVerification = () => use(AgeContext)
