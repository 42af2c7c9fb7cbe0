/** Types that the server shares with the page renderer, which is part of the build. */

import type { Role } from './roles.ts'
import type { PublicShopSettings } from './settings.ts'

/** The facts about the shop that every page has; the same for every visitor. */
export interface ShopInfo extends PublicShopSettings {
  /** The origin for absolute URLs, such as `https://gloed.example`. */
  origin: string
  /** Whole years for which invoices are kept, as the legal texts say. */
  retentionYears: number
  /** Whether an admin has admin rights only with two-step verification. */
  requiresAdminTotp?: boolean
  /** Listed on `/auth` in demo mode; else empty. */
  demoAccounts: { email: string; password: string; role: Role }[]
}

/** The user of a page, as far as pages need it. */
export interface Viewer {
  role: Role
  /** An admin who still has to set up required two-step verification; may only see that page. */
  owesTwoFactor?: boolean
}

/** The URLs of the files that a page needs. */
export interface PageAssets {
  /** The browser's entry modules. */
  scripts: string[]
  styles: string[]
  /** The style sheet itself, for a first visit: a file would be another round trip before anything shows. */
  inlineStyles?: string
  /** A page's source file → the further modules that it needs. */
  modules: Record<string, string[]>
}

/** The answer of a call: a `Response`, or one of this process, whose text can be read again. */
export interface ApiResponse extends Pick<Response, 'ok' | 'status' | 'statusText' | 'text'> {
  /** The output, where it did not have to be text first; `text` says the same. */
  data?: unknown
  /** Names this very output, where it has one. */
  etag?: string
}

/** Sends an API call: `fetch` in the browser, an in-process call during SSR. */
export type ApiTransport = (path: string, init: RequestInit) => Promise<ApiResponse>

/** A request for a page. */
export interface PageRequest {
  /** Path and query. */
  url: string
  /** The cookies that pages look at, of the Cookie header: the theme and the age gate. */
  cookies: string | undefined
  /** The nonce of the response's Content-Security-Policy; undefined where it names the scripts by their hashes. */
  nonce: string | undefined
  /** `null` without a session. */
  viewer: Viewer | null
  /** Whether a search engine's crawler sent the request. */
  isSearchEngine: boolean
  shop: ShopInfo
  assets: PageAssets
  /** Calls the API as this visitor. */
  transport: ApiTransport
}

export type RenderResult =
  | {
      status: number
      /** The bytes that React made; as text, the page would be held twice. */
      html: Buffer
      /** Whether this is the age gate instead of the page. */
      isGate: boolean
      /** The Set-Cookie header. */
      setCookie?: string | undefined
    }
  | { status: 302; location: string }

/**
 * Renders the whole document, or returns a redirect.
 * @throws when a component throws; a failed API call gives an error page with its status
 */
export type RenderPage = (request: PageRequest) => Promise<RenderResult>
