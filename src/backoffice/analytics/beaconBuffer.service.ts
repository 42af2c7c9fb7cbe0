import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Counter, Gauge } from 'prom-client'
import { anonymizeIp } from '../../platform/ipAddress.ts'
import type { Platform } from '../../platform/platform.ts'
import { parseUserAgent } from './userAgent.service.ts'
import type { Beacon } from './contract.ts'
import type { CountryLookup } from './country.gateway.ts'
import type { ReceivedBeacon } from './visitBatch.service.ts'
import { normalizePage, externalReferrerHost } from './page.rules.ts'
import { writeBeacons } from './beaconWriter.service.ts'

/** What a request says beside its body. */
export interface BeaconSender {
  address: string
  userAgent: string | undefined
  /** The browser asks not to be followed; that is a no, whatever the body says. */
  optsOut: boolean
  /** A digest of the session's token; null for who is not signed in. */
  tokenHash: string | null
}

export interface BeaconBuffer {
  /** Takes a beacon in, to be written with others soon. Never waits, never throws. */
  add(beacon: Beacon, sender: BeaconSender): void
  /** Resolves when what was taken in so far is written, or lost. */
  flush(): Promise<void>
  /** Writes what waits, as long as the database is quick about it: a stop must not wait for visits. */
  close(): Promise<void>
}

/** What waits longest waits this long, in milliseconds. */
const FLUSH_DELAY_MS = 500
/** What is not written so long after the end is lost, in milliseconds. */
const CLOSE_TIMEOUT_MS = 2000
/** So many are written together. */
const BATCH_SIZE = 1000
/** No browser calls itself by more letters than it takes to tell what it is. */
const MAX_USER_AGENT_LENGTH = 300
/** So many may wait: what comes then is dropped, because a visit is worth less than the shop's memory. */
const MAX_WAITING = 10_000

/** Takes beacons in at any speed and writes them at the database's own: one batch at a time, many in few statements. */
export function createBeaconBuffer(platform: Platform, countryOf: CountryLookup): BeaconBuffer {
  const { db, log, now, origin, keyFor } = platform
  const key = keyFor('visits')
  const digest = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
  const measures = createMetrics(platform, () => waiting.length)
  let waiting: ReceivedBeacon[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const some = waiting.slice(0, BATCH_SIZE)
      waiting = waiting.slice(BATCH_SIZE)
      try {
        await writeBeacons(db, some)
        measures.count('written', some.length)
      } catch (error) {
        // What could not be written is not kept: the next may find a database that answers.
        measures.count('lost', some.length)
        log.warn({ err: error, signs: some.length }, 'visits were not written')
      }
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeAll)
    return writing
  }
  const note = (sign: ReceivedBeacon) => {
    if (waiting.length >= MAX_WAITING) return measures.count('dropped')
    waiting.push(sign)
    timer ??= setTimeout(() => void flush(), FLUSH_DELAY_MS)
  }
  return {
    add(beacon, sender) {
      const page = normalizePage(beacon.page)
      if (page === null) return
      const { visitId } = beacon
      if (!beacon.consent || sender.optsOut || visitId === undefined) {
        if (beacon.type === 'view') note({ at: now(), page, visit: null })
        return
      }
      const userAgent = sender.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null
      const { type, ...browser } = parseUserAgent(userAgent)
      const ipAddress = anonymizeIp(sender.address)
      note({
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
      })
    },
    flush,
    async close() {
      await Promise.race([flush(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/** `/metrics` says how many were taken in, and what became of them. */
function createMetrics({ metrics: measures }: Platform, waiting: () => number) {
  if (!measures) return { count: () => undefined }
  const { registry } = measures
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
