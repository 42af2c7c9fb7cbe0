import { sendRequest } from '../../src/platform/http/httpClient.ts'
import type { LovenseFaults } from './contract.ts'
import { reportedId, type Lies } from './lies.service.ts'
import type { LinkedApp } from './service.ts'

/** Timeout of a callback to the shop, in milliseconds. */
const PATIENCE = 5000

/**
 * Posts the app's report to the shop: once on pairing, and then as its heartbeat.
 * @returns the shop's status, or null when it did not answer
 */
export async function postCallback(
  url: string,
  app: LinkedApp,
  { lost, lies }: LovenseFaults,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const { status } = await sendRequest(url, {
      provider: 'self',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(callbackOf(app, lost ?? [], lies ?? {})),
      timeoutMs: PATIENCE,
      signal,
    })
    return status
  } catch {
    return null
  }
}

/** No battery, functions or timestamp: the provider sends none of them. */
const callbackOf = ({ uid, utoken, toys }: LinkedApp, lost: string[], lies: Lies): object => ({
  uid,
  appVersion: '7.27.0',
  toys: Object.fromEntries(
    toys.map(({ id, name, nickName }) => {
      const shown = reportedId(lies, id)
      return [shown, { nickName, name, id: shown, status: lost.includes(id) ? 0 : 1 }]
    }),
  ),
  wssPort: '34568',
  httpPort: '34567',
  wsPort: '34567',
  httpsPort: '34568',
  appType: 'remote',
  domain: '127-0-0-1.lovense.club',
  utoken,
  version: '101',
  platform: 'android',
})
