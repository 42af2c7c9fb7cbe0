import bowser from 'bowser'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { VisitorType } from './contract.ts'

/** HTTP clients of scripts; isbot counts them among its bots, but they do not crawl. */
const apiClientPattern =
  /^(?:curl|wget|httpie|python|aiohttp|axios|node|undici|got|okhttp|java|apache-httpclient|go-http|ruby|php|guzzle|perl|libwww|postman|insomnia|dart|rust|reqwest)\b/i

/** The facts in a user agent; an empty one is an API client. */
export interface UserAgentInfo {
  type: VisitorType
  isMobile: boolean
  browser: string | null
  os: string | null
}

const MAX_KNOWN = 500
const known = new LRUCache<string, UserAgentInfo>({ max: MAX_KNOWN })

/** Parses a user agent, with a cache: parsing costs more than the rest of a beacon's handling. */
export function parseUserAgent(userAgent: string | null): UserAgentInfo {
  const text = userAgent ?? ''
  const before = known.get(text)
  if (before) return before
  const found = parseUncached(text)
  known.set(text, found)
  return found
}

function parseUncached(text: string): UserAgentInfo {
  if (text.trim() === '' || apiClientPattern.test(text))
    return { type: 'api', isMobile: false, browser: null, os: null }
  const { browser, os, platform } = bowser.parse(text)
  return {
    type: isbot(text) ? 'bot' : 'human',
    isMobile: platform.type === 'mobile' || platform.type === 'tablet',
    browser: browser.name?.slice(0, 40) || null,
    os: os.name?.slice(0, 40) || null,
  }
}

/** From this many page views on, more than one a second means a bot. */
export const BOT_MIN_PAGE_VIEWS = 20

export const isTooFastForHuman = (pageViews: number, seconds: number): boolean =>
  pageViews >= BOT_MIN_PAGE_VIEWS && pageViews > seconds
