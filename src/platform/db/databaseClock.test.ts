import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { type DatabaseClock, openDatabaseClock } from './databaseClock.ts'

const HOUR_MS = 3_600_000
/** Half of the longest answer that is believed, and the time of reading two clocks. */
const MOST_OFF_MS = 300
let clock: DatabaseClock | undefined
afterEach(() => clock?.close())

/** A database whose clock is ahead of the machine's, which answers after a while. */
const database = { aheadMs: 0, delayMs: 0 }
const askTime = async () => {
  await pause(database.delayMs / 2)
  const time = performance.timeOrigin + performance.now() + database.aheadMs
  await pause(database.delayMs / 2)
  return time
}
const aheadMs = (one: DatabaseClock) => one.now().getTime() - Date.now()

it('tells the time of the database, and follows it', async () => {
  Object.assign(database, { aheadMs: HOUR_MS, delayMs: 0 })
  clock = await openDatabaseClock(askTime)
  expect(Math.abs(aheadMs(clock) - HOUR_MS)).toBeLessThan(MOST_OFF_MS)
  database.aheadMs = -HOUR_MS
  await clock.adjust()
  expect(Math.abs(aheadMs(clock) + HOUR_MS)).toBeLessThan(MOST_OFF_MS)
})

it('does not believe an answer that took long', async () => {
  Object.assign(database, { aheadMs: 0, delayMs: 0 })
  clock = await openDatabaseClock(askTime)
  Object.assign(database, { aheadMs: HOUR_MS, delayMs: 700 })
  await clock.adjust()
  expect(Math.abs(aheadMs(clock))).toBeLessThan(MOST_OFF_MS)
})

it('goes on while the database does not answer', async () => {
  let isAway = false
  clock = await openDatabaseClock(() => (isAway ? Promise.reject(new Error('away')) : askTime()))
  isAway = true
  await expect(clock.adjust()).rejects.toThrow('away')
  const before = clock.now().getTime()
  await pause(20)
  expect(clock.now().getTime()).toBeGreaterThan(before)
})

it('goes back by no more than the longest answer took', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(15), fc.nat(15)), { minLength: 1, maxLength: 6 }),
      async delays => {
        let at = 0
        const uneven = async () => {
          const [there, back] = delays[(at += 1) % delays.length] ?? [0, 0]
          await pause(there)
          const time = performance.timeOrigin + performance.now()
          await pause(back)
          return time
        }
        let longest = 0
        const timed = async <T>(work: () => Promise<T>): Promise<T> => {
          const begun = performance.now()
          const done = await work()
          longest = Math.max(longest, performance.now() - begun)
          return done
        }
        const one = await timed(() => openDatabaseClock(uneven))
        let last = one.now().getTime()
        for (const _ of delays) {
          await timed(() => one.adjust())
          // Dates are whole milliseconds.
          expect(one.now().getTime()).toBeGreaterThanOrEqual(last - longest - 1)
          last = one.now().getTime()
        }
        one.close()
      },
    ),
    { numRuns: 20 },
  ))
