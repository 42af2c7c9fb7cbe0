import type { DehydratedState } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Role } from '../accounts/contract.ts'
import type { StorefrontAccess } from './admission.ts'
import type { PageFailure } from './failure.ts'
import type { Theme } from './theme.ts'

/** What every page knows of the shop; the same for every visitor. */
export interface ShopFacts {
  name: string
  storefrontAccess: StorefrontAccess
  /** Offered on `/auth` in demo mode, else empty. */
  demoAccounts: { email: string; password: string; role: Role }[]
}

/** What the server hands to the browser, so that the first render there is the same as its own. */
export interface Boot {
  shop: ShopFacts
  theme: Theme | null
  queries: DehydratedState
  loaderData: Record<string, unknown>
  errors: Record<string, PageFailure> | null
}

declare global {
  interface Window {
    __BOOT__: Boot
  }
}

export const ShopContext = createContext<ShopFacts | null>(null)

export function useShop(): ShopFacts {
  const shop = use(ShopContext)
  if (!shop) throw new Error('useShop outside of the page')
  return shop
}
