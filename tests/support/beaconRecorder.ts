import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { BrowserContext } from '@playwright/test'
import type { Beacon } from '../../src/backoffice/analytics/contract.ts'
import { openHttpServer } from './httpServer.ts'
import { test as base } from './screen.ts'

/** Headless browsers identify themselves as such and count as bots; this is the user agent of a desktop browser. */
export const DESKTOP_USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

/**
 * A proxy in front of a shop that records the beacons of browsers, byte by byte, including those sent while a page unloads, which the
 * browser's own tools do not show.
 */
async function openBeaconRecorder(shop: { origin: string }) {
  const told: Beacon[] = []
  const pass = async (asked: IncomingMessage, answer: ServerResponse) => {
    const { method, headers, url = '/' } = asked
    const onward = request(shop.origin + url, { method, headers })
    onward.on('error', () => answer.destroy())
    onward.on('response', got => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    const body = await buffer(asked)
    if (url === '/api/analytics/collect') told.push(JSON.parse(body.toString()) as Beacon)
    onward.end(body)
  }
  // Ignores a request that the browser aborts.
  const server = await openHttpServer(
    (asked, answer) => void pass(asked, answer).catch(() => answer.destroy()),
  )
  return {
    origin: server.url,
    /** In order of arrival. */
    told,
    close: () => server.close(),
  }
}

type BeaconRecorder = Awaited<ReturnType<typeof openBeaconRecorder>>

/** The shop's `test` with page checks; `wire` records the beacons. */
export const test = base.extend<{ wire: BeaconRecorder }>({
  wire: async ({ shop }, use) => {
    const wire = await openBeaconRecorder(shop)
    await use(wire)
    await wire.close()
  },
  baseURL: async ({ wire }, use) => use(wire.origin),
})

/** Everything stored in the browser, except the session cookie. */
export async function storedData(context: BrowserContext): Promise<Record<string, string>> {
  const { cookies, origins } = await context.storageState()
  const named = [...cookies, ...origins.flatMap(({ localStorage }) => localStorage)]
  const own = named.filter(
    ({ name }) => !/^(gloed_(session|device|age)|cookie-consent-(number|unsent))$/.test(name),
  )
  return Object.fromEntries(own.map(({ name, value }) => [name, value]))
}
