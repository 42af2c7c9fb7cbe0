import { createContext, use } from 'react'
import { readCookie } from '../wire/cookies.ts'
import { savePreferenceCookie } from './visitor/preferenceCookie.ts'

export type Theme = 'light' | 'dark'

/** The theme in a Cookie header; `null` follows the system. */
export function themeFromCookies(cookies: string | undefined): Theme | null {
  const value = readCookie(cookies, 'gloed_theme')
  return value === 'light' || value === 'dark' ? value : null
}

/** Stores the choice, so that the server renders the next page in this theme, without a flash or a script. */
export const saveTheme = (theme: Theme | null): void => savePreferenceCookie('gloed_theme', theme)

export const ThemeContext = createContext<{
  theme: Theme | null
  setTheme: (theme: Theme | null) => void
}>({ theme: null, setTheme: () => undefined })

export const useTheme = () => use(ThemeContext)
