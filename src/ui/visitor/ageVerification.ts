import { createContext, use } from 'react'
import { cookieNameFor, readCookie } from '../../wire/cookies.ts'
import type { PageRequest } from '../../wire/ssr.ts'
import type { PageHandle } from '../page/pageAccess.ts'

const year = 365 * 24 * 60 * 60

/** Verifies that a visitor is an adult. The rest of the shop uses only this interface. */
interface AgeVerifier {
  /** Whether this browser's visitor declared their age before, from a Cookie header. Server only, before anything is loaded. */
  isVerified(cookies: string | undefined): boolean
  /** Records the declaration, in the browser, when the visitor presses the button. */
  verify(): void
  /** The Set-Cookie header to send with a page when the browser's own cookie would expire too soon. */
  renewal(cookies: string | undefined, isSecure: boolean): string | undefined
}

const ageCookie = (value: string, isSecure: boolean): string =>
  `${cookieNameFor('gloed_age', isSecure)}=${value}; Path=/; Max-Age=${year};${isSecure ? ' Secure;' : ''} SameSite=Lax`

/**
 * The visitor's declaration, in a cookie for a year, so that the server renders the next page without the age gate. Some browsers keep a
 * cookie that a script wrote for a week only (https://webkit.org/tracking-prevention), so the server renews it.
 */
export const selfDeclaration: AgeVerifier = {
  isVerified: cookies => ['stated', 'kept'].includes(readCookie(cookies, 'gloed_age') ?? ''),
  verify() {
    document.cookie = ageCookie('stated', window.location.protocol === 'https:')
  },
  renewal: (cookies, isSecure) =>
    readCookie(cookies, 'gloed_age') === 'stated' ? ageCookie('kept', isSecure) : undefined,
}

/**
 * Whether a visitor gets the age gate before the first page. Members declared their age when they registered, and search engines must be
 * able to read a public shop.
 */
export const requiresAgeCheck = ({ viewer, cookies, shop, isSearchEngine }: AgeCheckInput): boolean =>
  !viewer && !(isSearchEngine && shop.storefrontAccess === 'public') && !selfDeclaration.isVerified(cookies)

type AgeCheckInput = Pick<PageRequest, 'viewer' | 'cookies' | 'isSearchEngine'> & {
  shop: Pick<PageRequest['shop'], 'storefrontAccess'>
}

/** Whether the age gate replaces this page. */
export const isAgeGated = (isAsked: boolean, handle: PageHandle | undefined): boolean =>
  isAsked && !handle?.skipsAgeGate

export const AgeContext = createContext<{ isAsked: boolean; onVerified: () => void }>({
  isAsked: false,
  onVerified: () => undefined,
})

export const useAgeVerification = () => use(AgeContext)
