import { isbot } from 'isbot'

/** Search engines by which people find shops. */
const engines = /google|bing|duckduck|applebot|yandex|baidu|yahoo|qwant|ecosia|seznam|mojeek/i

/**
 * Whether the user agent is a search engine's crawler. An engine's own app or browser is not, nor a bot that previews links in
 * chats or collects texts.
 */
export const isSearchEngineBot = (userAgent: string | undefined): boolean =>
  isbot(userAgent) && engines.test(userAgent ?? '')
