import type { DehydratedState } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { ShopInfo } from '../../wire/ssr.ts'
import type { PageFailure } from './pageFailure.ts'
import type { Theme } from '../theme.ts'

/** The state that the server sends to the browser, so that the first render there equals its own. */
export interface Boot {
  shop: ShopInfo
  theme: Theme | null
  /** Whether tabs have a neutral title and icon. */
  isDiscreet: boolean
  /** Whether this visitor gets the age gate before the first page. */
  asksAge: boolean
  queries: DehydratedState
  loaderData: Record<string, unknown>
  errors: Record<string, PageFailure> | null
}

declare global {
  interface Window {
    __BOOT__: Boot
    /** Repeats a visitor's actions before hydration, as recorded by `beforePaint.js`. */
    __REPLAY__?: () => void
  }
}

export const ShopContext = createContext<ShopInfo | null>(null)

export function useShop(): ShopInfo {
  const shop = use(ShopContext)
  if (!shop) throw new Error('useShop outside of the page')
  return shop
}
