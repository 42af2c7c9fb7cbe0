import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { hashToken } from '../platform/session.ts'
import { readExport } from '../privacy/export.contract.ts'
import type { Beacon } from './contract.ts'
import { endSilent } from './ending.service.ts'
import { createIntake, type Intake } from './intake.service.ts'
import { analytics } from './table.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
const MORNING = new Date('2026-11-02T08:00:00Z')

let now = MORNING
let shop: Shop
let intake: Intake
beforeAll(async () => {
  shop = await openShop({ now: () => now })
  intake = createIntake({ ...shop.node.platform, measures: undefined }, () => 'BE')
})
afterAll(() => shop.close())
beforeEach(async () => {
  now = MORNING
  await db().delete(analytics)
})

const db = () => shop.node.platform.db
const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000))
const countOpen = () => db().$count(analytics, eq(analytics.isOpen, true))

/** Takes in what one browser tells. */
function tell(signs: Partial<Beacon>[], tokenHash: string | null = null): void {
  const visitId = randomUUID()
  const sender = { address: '81.82.3.4', userAgent: CHROME, refuses: false, tokenHash }
  for (const sign of signs) intake.take({ consent: true, visitId, type: 'view', page: '/', ...sign }, sender)
}

it('while it lasts, whose visit it is finds all of it in the copy of their data', async () => {
  const member = await shop.member()
  const token = /gloed_session=([^;]+)/.exec(member.cookie())?.[1] ?? ''
  const held = async () => ((await member.call(readExport)).body as { bezoek: unknown }).bezoek
  const event = { category: 'search', action: 'products', label: 'blinddoek', value: 3 }
  tell(
    [
      { page: '/shop', referrer: 'https://forum.nl/' },
      { type: 'event', page: '/shop', event },
    ],
    hashToken(token),
  )
  await intake.flush()
  expect(await held()).toMatchObject({
    visits: [{ ipAddress: '81.82.3.0/24', userAgent: CHROME, referrer: 'forum.nl' }],
    pages: [{ page: '/shop' }],
    events: [{ eventLabel: 'blinddoek' }],
  })
  later(31 * 60)
  await endSilent(db(), now)
  expect(await held()).toEqual({ visits: [], pages: [], events: [] })
})

it('many that are over end, also more than go at once', async () => {
  await db().execute(sql`
    insert into ${analytics} (id, session_id, visitor, landing_page, current_page, visitor_type, is_mobile, session_start, session_end)
    select gen_random_uuid(), n::text, n::text, '/', '/', 'human', false, ${MORNING.toISOString()}, ${MORNING.toISOString()}
    from generate_series(1, 5001) as n`)
  later(29 * 60)
  await endSilent(db(), now)
  expect(await countOpen()).toBe(5001)
  later(2 * 60)
  await endSilent(db(), now)
  expect(await countOpen()).toBe(0)
})

it('a clock that is set back in the middle of a batch loses nothing of it', async () => {
  const visitId = randomUUID()
  tell([{ visitId }])
  later(-5)
  tell([{ visitId, page: '/shop' }])
  await intake.flush()
  const [visit, ...others] = await db().select().from(analytics)
  expect(others).toEqual([])
  expect(visit).toMatchObject({ pageViews: 2, sessionStart: MORNING, sessionEnd: MORNING })
})
