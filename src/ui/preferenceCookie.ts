import { hasConsent } from './consent.ts'

const year = 365 * 24 * 60 * 60

/** Stores a choice of this browser, for the server to read; null removes it. Without functional consent it is a session cookie. */
export function savePreferenceCookie(name: `gloed_${string}`, value: string | null): void {
  const age = value === null ? ' Max-Age=0;' : hasConsent('functional') ? ` Max-Age=${year};` : ''
  const secure = window.location.protocol === 'https:' ? ' Secure;' : ''
  document.cookie = `${name}=${value ?? ''}; Path=/;${age}${secure} SameSite=Lax`
}
