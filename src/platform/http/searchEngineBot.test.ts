import { expect, test } from 'vitest'
import { isSearchEngineBot } from './pages.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) ${chrome} Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
  `Mozilla/5.0 ${chrome} Safari/537.36 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)`,
  'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'Mozilla/5.0 (compatible; Qwantify/1.0; +https://www.qwant.com/)',
])('%s is a search engine', agent => expect(isSearchEngineBot(agent)).toBe(true))

test.each([
  undefined,
  '',
  'curl/8.5.0',
  `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`,
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36`,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/330.0 Mobile/15E148 Safari/604.1',
  `Mozilla/5.0 (Linux; Android 14) ${chrome} Mobile DuckDuckGo/5 Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 14) ${chrome} YaBrowser/24.1 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 14) ${chrome} Mobile Safari/537.36 BingSapphire/28.1`,
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'WhatsApp/2.23.20.0',
])('%s is not a search engine', agent => expect(isSearchEngineBot(agent)).toBe(false))
