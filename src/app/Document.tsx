import displayFont from '../ui/fonts/fraunces.woff2?url'
import textFont from '../ui/fonts/instrument-sans.woff2?url'
import { QueryClientProvider, type QueryClient, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { preload } from 'react-dom'
import type { ShopInfo } from '../wire/ssr.ts'
import { AgeContext } from '../ui/visitor/ageVerification.ts'
import { ShopContext } from '../ui/page/boot.ts'
import { shopQuery } from '../money/settings/shop.hooks.ts'
import { onConsentChange } from '../ui/visitor/consent.ts'
import { DiscretionContext, useDiscretionState } from '../ui/visitor/discretion.ts'
import { saveTheme, type Theme, ThemeContext } from '../ui/theme.ts'

interface DocumentProps {
  cache: QueryClient
  shop: ShopInfo
  theme: Theme | null
  isDiscreet: boolean
  asksAge: boolean
  /** The router, which differs between server and browser. */
  children: ReactNode
}

/** `--color-paper`, for the colour of the browser's own bars. */
const themeColours = [
  { scheme: 'light', colour: '#faf7f5' },
  { scheme: 'dark', colour: '#181214' },
]

/** The whole document, `<html>` included, so that React moves a page's `<title>` and `<meta>` to the head. */
export function Document({
  cache,
  shop,
  theme: initial,
  isDiscreet: initiallyDiscreet,
  asksAge,
  children,
}: DocumentProps) {
  for (const font of [displayFont, textFont]) {
    preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  }
  const [theme, setTheme] = useState(initial)
  const choice = useMemo(
    () => ({ theme, setTheme: (next: Theme | null) => (saveTheme(next), setTheme(next)) }),
    [theme],
  )
  const discretion = useDiscretionState(initiallyDiscreet)
  const [isAsked, setIsAsked] = useState(asksAge)
  const age = useMemo(() => ({ isAsked, onVerified: () => setIsAsked(false) }), [isAsked])
  // Saves the theme again when the consent changes, because it determines the cookie's lifetime.
  useEffect(() => onConsentChange(() => theme && saveTheme(theme)), [theme])
  // The last effect of the first render, so every button has its handler.
  useEffect(() => {
    window.__REPLAY__?.()
    performance.mark('usable')
  }, [])
  return (
    <html lang="nl" data-theme={theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        <ThemeColour theme={theme} />
        <meta name="rating" content="adult" />
        <link rel="icon" href={discretion.isDiscreet ? '/notes.svg' : '/favicon.svg'} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        <QueryClientProvider client={cache}>
          <ShopProvider facts={shop}>
            <ThemeContext value={choice}>
              <DiscretionContext value={discretion}>
                <AgeContext value={age}>{children}</AgeContext>
              </DiscretionContext>
            </ThemeContext>
          </ShopProvider>
        </QueryClientProvider>
      </body>
    </html>
  )
}

/** The colour of the browser's own bars. */
const ThemeColour = ({ theme }: { theme: Theme | null }) =>
  themeColours.map(({ scheme, colour }) =>
    theme && theme !== scheme ? null : (
      <meta
        key={scheme}
        name="theme-color"
        content={colour}
        media={theme ? undefined : `(prefers-color-scheme: ${scheme})`}
      />
    ),
  )

/** The shop's settings for every page: those of the first response, until they are fetched again. */
function ShopProvider({ facts, children }: { facts: ShopInfo; children: ReactNode }) {
  const { data } = useQuery({ ...shopQuery, initialData: facts })
  const shop = useMemo(() => ({ ...facts, ...data }), [facts, data])
  return <ShopContext value={shop}>{children}</ShopContext>
}
