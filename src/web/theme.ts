import { createContext, use } from 'react'

export type Theme = 'light' | 'dark'

const cookieName = 'gloed_theme'
const year = 365 * 24 * 60 * 60

/** The theme that a visitor chose, from a Cookie header; `null` follows the system. */
export function themeIn(cookies: string | undefined): Theme | null {
  const value = cookies?.match(/(?:^|;\s*)gloed_theme=(light|dark)(?:;|$)/)?.[1]
  return (value as Theme | undefined) ?? null
}

/** Remembers the choice where the server sees it: the next page arrives in it, without a flash or a script. */
export function rememberTheme(theme: Theme | null): void {
  const age = theme ? year : 0
  document.cookie = `${cookieName}=${theme ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax`
}

export const ThemeContext = createContext<{
  theme: Theme | null
  setTheme: (theme: Theme | null) => void
}>({ theme: null, setTheme: () => undefined })

export const useTheme = () => use(ThemeContext)
