import { expect, it } from 'vitest'
import { parseUserAgent, isTooFastForHuman } from './userAgent.service.ts'

const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0'

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36`, 'human', false, 'Chrome', 'Windows'],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S938B) ${blink} Mobile Safari/537.36`,
    'human',
    true,
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'human',
    false,
    'Firefox',
    'Linux',
  ],
  [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'bot',
    false,
    'Googlebot',
    null,
  ],
  ['curl/8.5.0', 'api', false, null, null],
  ['python-requests/2.32', 'api', false, null, null],
  ['', 'api', false, null, null],
  [null, 'api', false, null, null],
])('%s', (userAgent, type, isMobile, browser, os) => {
  expect(parseUserAgent(userAgent)).toMatchObject({ type, isMobile, os })
  if (type === 'human') expect(parseUserAgent(userAgent).browser).toBe(browser)
})

it('treats twenty pages in fewer seconds as a bot', () => {
  expect(isTooFastForHuman(19, 1)).toBe(false)
  expect(isTooFastForHuman(20, 19)).toBe(true)
  expect(isTooFastForHuman(20, 20)).toBe(false)
})
