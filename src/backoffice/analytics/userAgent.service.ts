import bowser from 'bowser'
import { isbot } from 'isbot'
import type { VisitorType } from './contract.ts'

/** Programs that people write to call a shop; of isbot's robots these crawl nothing. */
const apiClientPattern =
  /^(?:curl|wget|httpie|python|aiohttp|axios|node|undici|got|okhttp|java|apache-httpclient|go-http|ruby|php|guzzle|perl|libwww|postman|insomnia|dart|rust|reqwest)\b/i

/** What someone visits with, by what it says of itself; a program that says nothing is a program. */
export interface UserAgentInfo {
  type: VisitorType
  isMobile: boolean
  browser: string | null
  os: string | null
}

const mostKept = 500
const known = new Map<string, UserAgentInfo>()

/** Many visits say the same of themselves, and to read it takes longer than all else of a beacon. */
export function parseUserAgent(userAgent: string | null): UserAgentInfo {
  const text = userAgent ?? ''
  const before = known.get(text)
  if (before) return before
  const found = parseUncached(text)
  if (known.size >= mostKept) known.delete(known.keys().next().value as string)
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

/** Nobody looks at more pages than this at more than one a second. */
export const BOT_MIN_PAGE_VIEWS = 20

/** Whether a visit goes too fast for a person: that many pages within that many seconds. */
export const isTooFastForHuman = (pageViews: number, seconds: number): boolean =>
  pageViews >= BOT_MIN_PAGE_VIEWS && pageViews > seconds
