import { cookieNameFor } from '../../wire/cookies.ts'
import { hasConsent } from './consent.ts'

const year = 365 * 24 * 60 * 60

/** Stores a choice of this browser, for the server to read; null removes it. Without functional consent it is a session cookie. */
export function savePreferenceCookie(name: `gloed_${string}`, value: string | null): void {
  writeCookie(name, value, value === null ? 0 : hasConsent('functional') ? year : null)
}

/** Stores a cookie that scripts can read. @param seconds how long it is kept; null for as long as the browser runs */
export function writeCookie(name: string, value: string | null, seconds: number | null): void {
  const isSecure = window.location.protocol === 'https:'
  const age = seconds === null ? '' : ` Max-Age=${seconds};`
  document.cookie = `${cookieNameFor(name, isSecure)}=${value ?? ''}; Path=/;${age}${isSecure ? ' Secure;' : ''} SameSite=Lax`
}
