import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Counter, Gauge } from 'prom-client'
import { anonymizeIp } from '../../platform/http/ipAddress.ts'
import type { Platform } from '../../platform/platform.ts'
import { parseUserAgent } from './userAgent.service.ts'
import type { Beacon } from './contract.ts'
import type { CountryLookup } from './country.gateway.ts'
import type { ReceivedBeacon } from './visitBatch.service.ts'
import { normalizePage, externalReferrerHost } from './page.rules.ts'
import { writeBeacons } from './beaconWriter.service.ts'

/** The headers of the request. */
export interface BeaconSender {
  address: string
  userAgent: string | undefined
  /** Do Not Track or Global Privacy Control: counts as no consent, whatever the body says. */
  optsOut: boolean
  /** The hash of the login session's token; null for a visitor who is not signed in. */
  tokenHash: string | null
}

export interface BeaconBuffer {
  /** Buffers a beacon. Never waits, never throws. */
  add(beacon: Beacon, sender: BeaconSender): void
  /** Resolves when everything buffered so far is written or lost. */
  flush(): Promise<void>
  /** Writes the buffer, with a time limit, so that a slow database does not delay a shutdown. */
  close(): Promise<void>
}

/** Milliseconds that a beacon is buffered at most. */
const FLUSH_DELAY_MS = 500
/** Milliseconds; beacons that are not written by then are lost. */
const CLOSE_TIMEOUT_MS = 2000
/** Beacons per transaction. */
const BATCH_SIZE = 1000
/** Characters; enough to recognise any browser. */
const MAX_USER_AGENT_LENGTH = 300
/** Beacons in memory; more are dropped. */
const MAX_WAITING = 10_000

/** Buffers beacons at any rate and writes them in batches, one at a time. */
export function createBeaconBuffer(platform: Platform, countryOf: CountryLookup): BeaconBuffer {
  const { db, log } = platform
  const receive = createBeaconReceiver(platform, countryOf)
  const metrics = createMetrics(platform, () => waiting.length)
  let waiting: ReceivedBeacon[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_SIZE)
      waiting = waiting.slice(BATCH_SIZE)
      try {
        await writeBeacons(db, batch)
        metrics.count('written', batch.length)
      } catch (error) {
        // A failed batch is not retried, so that the buffer cannot grow while the database is down.
        metrics.count('lost', batch.length)
        log.warn({ err: error, beacons: batch.length }, 'beacons could not be written')
      }
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeAll)
    return writing
  }
  return {
    add(beacon, sender) {
      const received = receive(beacon, sender)
      if (!received) return
      if (waiting.length >= MAX_WAITING) return metrics.count('dropped')
      waiting.push(received)
      timer ??= setTimeout(() => void flush(), FLUSH_DELAY_MS)
    },
    flush,
    async close() {
      await Promise.race([flush(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/** Describes a beacon's visit, without data that identify a person; null for a page that is not counted. */
function createBeaconReceiver({ now, origin, keyFor }: Platform, countryOf: CountryLookup) {
  const key = keyFor('visits')
  const digest = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
  return (beacon: Beacon, sender: BeaconSender): ReceivedBeacon | null => {
    const page = normalizePage(beacon.page)
    if (page === null) return null
    const { visitId } = beacon
    if (!beacon.consent || sender.optsOut || visitId === undefined)
      return beacon.type === 'view' ? { at: now(), page, visit: null } : null
    const userAgent = sender.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null
    const { type, ...browser } = parseUserAgent(userAgent)
    const ipAddress = anonymizeIp(sender.address)
    return {
      at: now(),
      page,
      visit: {
        ...browser,
        visitorType: type,
        sessionId: digest(visitId, ipAddress ?? '', userAgent ?? ''),
        visitor: digest(visitId, type),
        tokenHash: sender.tokenHash,
        ipAddress,
        userAgent,
        country: countryOf(sender.address),
        referrer: externalReferrerHost(beacon.referrer, new URL(origin()).host),
        screenResolution: beacon.screen ?? null,
        language: beacon.language ?? null,
      },
      type: beacon.type,
      ...(beacon.timeOnPage !== undefined && { seconds: beacon.timeOnPage }),
      ...(beacon.scrollDepth !== undefined && { depth: beacon.scrollDepth }),
      ...(beacon.event && { event: beacon.event }),
    }
  }
}

/** Metrics of the beacons that were buffered, written, dropped and lost. */
function createMetrics({ metrics }: Platform, waiting: () => number) {
  if (!metrics) return { count: () => undefined }
  const { registry } = metrics
  const beacons = new Counter({
    name: 'gloed_beacons_total',
    help: 'Signs of visits by what became of them: written, dropped because too many waited, lost with a batch',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of ['written', 'dropped', 'lost']) beacons.inc({ outcome }, 0)
  const gauge: Gauge = new Gauge({
    name: 'gloed_beacons_waiting',
    help: 'Signs of visits that wait to be written',
    registers: [],
    collect: () => gauge.set(waiting()),
  })
  registry.registerMetric(gauge)
  return { count: (outcome: 'written' | 'dropped' | 'lost', count = 1) => beacons.inc({ outcome }, count) }
}
