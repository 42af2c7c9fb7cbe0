import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Counter, Gauge } from 'prom-client'
import { networkOf } from '../../platform/address.ts'
import type { Platform } from '../../platform/platform.ts'
import { browserOf } from './browser.service.ts'
import type { Beacon } from './contract.ts'
import type { CountryOf } from './country.gateway.ts'
import type { Sign } from './draft.service.ts'
import { pageOf, referrerOf } from './page.rules.ts'
import { writeSigns } from './writing.service.ts'

/** What a request says beside its body. */
export interface Sender {
  address: string
  userAgent: string | undefined
  /** The browser asks not to be followed; that is a no, whatever the body says. */
  refuses: boolean
  /** A digest of the session's token; null for who is not signed in. */
  tokenHash: string | null
}

export interface Intake {
  /** Takes a beacon in, to be written with others soon. Never waits, never throws. */
  take(beacon: Beacon, sender: Sender): void
  /** Resolves when what was taken in so far is written, or lost. */
  flush(): Promise<void>
  /** Writes what waits, as long as the database is quick about it: a stop must not wait for visits. */
  close(): Promise<void>
}

/** What waits longest waits this long, in milliseconds. */
const GATHER_MS = 500
/** What is not written so long after the end is lost, in milliseconds. */
const CLOSING_MS = 2000
/** So many are written together. */
const SOME = 1000
/** No browser calls itself by more letters than it takes to tell what it is. */
const LONGEST_AGENT = 300
/** So many may wait: what comes then is dropped, because a visit is worth less than the shop's memory. */
const MOST_WAITING = 10_000

/** Takes beacons in at any speed and writes them at the database's own: one batch at a time, many in few statements. */
export function createIntake(platform: Platform, countryOf: CountryOf): Intake {
  const { db, log, now, origin, keyFor } = platform
  const key = keyFor('visits')
  const digest = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
  const measures = measured(platform, () => waiting.length)
  let waiting: Sign[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const some = waiting.slice(0, SOME)
      waiting = waiting.slice(SOME)
      try {
        await writeSigns(db, some)
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
  const note = (sign: Sign) => {
    if (waiting.length >= MOST_WAITING) return measures.count('dropped')
    waiting.push(sign)
    timer ??= setTimeout(() => void flush(), GATHER_MS)
  }
  return {
    take(beacon, sender) {
      const page = pageOf(beacon.page)
      if (page === null) return
      const { visitId } = beacon
      if (!beacon.consent || sender.refuses || visitId === undefined) {
        if (beacon.type === 'view') note({ at: now(), page, visit: null })
        return
      }
      const userAgent = sender.userAgent?.slice(0, LONGEST_AGENT) ?? null
      const { type, ...browser } = browserOf(userAgent)
      const ipAddress = networkOf(sender.address)
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
          referrer: referrerOf(beacon.referrer, new URL(origin()).host),
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
      await Promise.race([flush(), pause(CLOSING_MS, undefined, { ref: false })])
    },
  }
}

/** `/metrics` says how many were taken in, and what became of them. */
function measured({ measures }: Platform, waiting: () => number) {
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
