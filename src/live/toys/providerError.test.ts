import { expect, it, type TestContext } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { createProviderErrorLog } from './providerError.service.ts'
import { findRecentProviderErrors } from './admin/provider.service.ts'

const DAY = 24 * 3600_000
const NOON = Date.parse('2026-11-20T12:00:00Z')

async function open({ onTestFinished }: TestContext) {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const { db } = database
  const clock = { at: NOON }
  const now = () => new Date(clock.at)
  /** Records these errors and stops, as a node does. */
  const happen = async (...codes: (number | null)[]) => {
    const troubles = createProviderErrorLog(db, createLog('silent'), now)
    for (const code of codes) troubles.record('RUN', code)
    await troubles.close()
  }
  const told = async () => (await findRecentProviderErrors(db, now())).map(({ code, count }) => [code, count])
  return { db, clock, now, happen, told }
}

it('counts errors by kind, over all nodes', async context => {
  const { happen, told } = await open(context)
  await Promise.all([happen(507, 507, null), happen(507, 501)])
  expect((await told()).toSorted((a, b) => Number(b[0]) - Number(a[0]))).toEqual([
    [507, 3],
    [501, 1],
    [null, 1],
  ])
})

it('counts all undocumented codes as one kind', async context => {
  const { happen, told } = await open(context)
  await happen(1, 99, 600, 1e9, 1.5, Number.NaN, -507)
  expect(await told()).toEqual([[null, 7]])
})

it('starts a new count after a day without an error, and drops the error after a week without one', async context => {
  const { db, clock, now, happen, told } = await open(context)
  await happen(507)
  clock.at = NOON + DAY - 1
  await happen(507)
  expect(await findRecentProviderErrors(db, now())).toMatchObject([{ count: 2, firstAt: new Date(NOON) }])
  clock.at = NOON + 3 * DAY
  await happen(507)
  expect(await findRecentProviderErrors(db, now())).toMatchObject([
    { count: 1, firstAt: now(), lastAt: now() },
  ])
  clock.at = NOON + 11 * DAY
  expect(await told()).toEqual([])
})
