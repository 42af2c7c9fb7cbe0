import { isbot } from 'isbot'

/** Whose robots they are by which people look for shops. */
const engines = /google|bing|duckduck|applebot|yandex|baidu|yahoo|qwant|ecosia|seznam|mojeek/i

/**
 * Whether a search engine's robot says to be asking. An engine's own app or browser, in a person's hand, is none; nor is
 * a robot that shows links in chats or gathers texts.
 */
export const isSearchEngineBot = (userAgent: string | undefined): boolean =>
  isbot(userAgent) && engines.test(userAgent ?? '')
