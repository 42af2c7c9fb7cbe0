/** What the server and the renderer of pages tell each other; the renderer comes out of the build. */

import type { Role } from './roles.ts'
import type { PublicShopSettings } from './settings.ts'

/** What every page knows of the shop; the same for every visitor. */
export interface ShopInfo extends PublicShopSettings {
  /** Where it stands, such as `https://gloed.example`: for links that must be whole. */
  origin: string
  /** Whether an admin is one only with two-step verification. */
  requiresAdminTotp?: boolean
  /** Offered on `/auth` in demo mode, else empty. */
  demoAccounts: { email: string; password: string; role: Role }[]
}

/** Who looks at a page, as far as pages care. */
export interface Viewer {
  role: Role
  /** An admin who must have two-step verification, and has it not: there is one page for them. */
  owesTwoFactor?: boolean
}

/** The files of the browser's build that a page needs, as addresses. */
export interface PageAssets {
  /** Modules that start the browser. */
  scripts: string[]
  styles: string[]
  /** A page's file → the modules that it needs besides. */
  modules: Record<string, string[]>
}

/** How a call reaches the API: `fetch` in the browser, the server itself while it renders a page. */
export type ApiTransport = (path: string, init: RequestInit) => Promise<Response>

/** One request for a page. */
export interface PageRequest {
  /** Path and query. */
  url: string
  /** The Cookie header: for the theme, and whether the visitor said to be 18. */
  cookies: string | undefined
  /** What the Content-Security-Policy of this answer lets run. */
  nonce: string
  /** Who is asking; `null` without a session. */
  viewer: Viewer | null
  /** Whether a search engine's robot is asking. */
  isSearchEngine: boolean
  shop: ShopInfo
  assets: PageAssets
  /** How calls reach the API as this visitor. */
  transport: ApiTransport
}

export type RenderResult =
  | {
      status: number
      html: string
      /** Instead of the page it asks a visitor's age. */
      isGate: boolean
      /** For the header of this name. */
      setCookie?: string | undefined
    }
  | { status: 302; location: string }

/**
 * Renders the whole document for a visit, or says where to go instead.
 * @throws when a screen breaks while rendering; a call that fails is a page with its own status
 */
export type RenderPage = (visit: PageRequest) => Promise<RenderResult>
