import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestUser, openShop, type TestShop } from '../../../tests/support/shop.ts'
import { hashToken } from '../../platform/http/session.ts'
import { readPersonalData } from '../privacy/contract.ts'
import type { Beacon } from './contract.ts'
import { endIdleVisits } from './visitEnd.service.ts'
import { createBeaconBuffer, type BeaconBuffer } from './beaconBuffer.service.ts'
import { analytics } from './table.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
const MORNING = new Date('2026-11-02T08:00:00Z')

let now = MORNING
let shop: TestShop
let beaconBuffer: BeaconBuffer
beforeAll(async () => {
  shop = await openShop({ now: () => now })
  beaconBuffer = createBeaconBuffer({ ...shop.node.platform, metrics: undefined }, () => 'BE')
})
afterAll(() => shop.close())
beforeEach(async () => {
  now = MORNING
  await db().delete(analytics)
})

const db = () => shop.node.platform.db
const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000))
const countOpen = () => db().$count(analytics, eq(analytics.isOpen, true))

/** Writes the beacons of one browser. */
function tell(signs: Partial<Beacon>[], tokenHash: string | null = null): void {
  const visitId = randomUUID()
  const sender = { address: '81.82.3.4', userAgent: CHROME, optsOut: false, tokenHash }
  for (const sign of signs)
    beaconBuffer.add({ consent: true, visitId, type: 'view', page: '/', ...sign }, sender)
}

const tokenOf = (member: TestUser) =>
  hashToken(/gloed_session=([^;]+)/.exec(member.cookie())?.[1] ?? 'is not there')
/** The visit in a user's data export. */
const held = async (member: TestUser) =>
  ((await member.call(readPersonalData)).body as { bezoek: { visits: object[]; pages: object[] } }).bezoek

it('includes the whole visit in the user’s data export while it lasts', async () => {
  const member = await shop.newUser()
  const event = { category: 'search', action: 'products', label: 'blinddoek', value: 3 }
  const first = { page: '/shop', referrer: 'https://forum.nl/' }
  tell([first, { type: 'event', page: '/shop', event }], tokenOf(member))
  await beaconBuffer.flush()
  expect(await held(member)).toMatchObject({
    visits: [{ ipAddress: '81.82.3.0/24', userAgent: CHROME, referrer: 'forum.nl' }],
    pages: [{ page: '/shop' }],
    events: [{ eventLabel: 'blinddoek' }],
  })
  later(31 * 60)
  await endIdleVisits(db(), now)
  expect(await held(member)).toEqual({ visits: [], pages: [], events: [] })
})

it('does not attach an earlier user’s visit to the next user of the same browser', async () => {
  const [one, other] = [await shop.newUser(), await shop.newUser()]
  const visitId = randomUUID()
  tell([{ visitId, page: '/' }])
  await beaconBuffer.flush()
  for (const [page, member] of [
    ['/shop', one],
    ['/live', other],
  ] as const) {
    tell([{ visitId, page }], tokenOf(member))
    await beaconBuffer.flush()
    tell([{ visitId, page: '/gifts' }])
    await beaconBuffer.flush()
    expect(await db().$count(analytics)).toBe(member === one ? 1 : 2)
  }
  expect((await held(one)).visits).toEqual([])
  expect((await held(other)).pages).toMatchObject([{ page: '/live' }, { page: '/gifts' }])
})

it('ends more visits than fit in one batch', async () => {
  await db().execute(sql`
    insert into ${analytics} (id, session_id, visitor, landing_page, current_page, visitor_type, is_mobile, session_start, session_end)
    select gen_random_uuid(), n::text, n::text, '/', '/', 'human', false, ${MORNING.toISOString()}, ${MORNING.toISOString()}
    from generate_series(1, 5001) as n`)
  later(29 * 60)
  await endIdleVisits(db(), now)
  expect(await countOpen()).toBe(5001)
  later(2 * 60)
  await endIdleVisits(db(), now)
  expect(await countOpen()).toBe(0)
})

it('loses no beacons when the clock is set back within a batch', async () => {
  const visitId = randomUUID()
  tell([{ visitId }])
  later(-5)
  tell([{ visitId, page: '/shop' }])
  await beaconBuffer.flush()
  const [visit, ...others] = await db().select().from(analytics)
  expect(others).toEqual([])
  expect(visit).toMatchObject({ pageViews: 2, sessionStart: MORNING, sessionEnd: MORNING })
})
