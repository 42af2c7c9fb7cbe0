import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** For a browser in a container: without its own sandbox, and without requests to anything except the shop under test. */
export const browserFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const installed = [
  // Chromium without the parts that show windows: a fifth less work for the same pages.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The Chromium for the tests: the one that `CHROMIUM_PATH` names, an installed one, Playwright's own if it was downloaded, else the one
 * from the npm packages (Linux on x64).
 * @throws Error that says what to install when there is none.
 */
export async function findBrowser(): Promise<string> {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which is not there.`)
  }
  const found = [...installed, chromium.executablePath()].find(path => existsSync(path))
  if (found) return found
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium found: install one, or set CHROMIUM_PATH.')
  }
  // It unpacks the libraries that it needs only when it detects that platform.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x'
  const { default: packed } = await import('@sparticuz/chromium')
  return packed.executablePath()
}
