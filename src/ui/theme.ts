import { createContext, use } from 'react'
import { hasConsent } from './consent.ts'

export type Theme = 'light' | 'dark'

const cookieName = 'gloed_theme'
const year = 365 * 24 * 60 * 60

/** The theme in a Cookie header; `null` follows the system. */
export function themeFromCookies(cookies: string | undefined): Theme | null {
  const value = cookies?.match(/(?:^|;\s*)gloed_theme=(light|dark)(?:;|$)/)?.[1]
  return (value as Theme | undefined) ?? null
}

/**
 * Stores the choice in a cookie, so that the server renders the next page in this theme, without a flash or a script. Without functional
 * consent it is a session cookie.
 */
export function saveTheme(theme: Theme | null): void {
  const age = theme === null ? ' Max-Age=0;' : hasConsent('functional') ? ` Max-Age=${year};` : ''
  document.cookie = `${cookieName}=${theme ?? ''}; Path=/;${age} SameSite=Lax`
}

export const ThemeContext = createContext<{
  theme: Theme | null
  setTheme: (theme: Theme | null) => void
}>({ theme: null, setTheme: () => undefined })

export const useTheme = () => use(ThemeContext)
