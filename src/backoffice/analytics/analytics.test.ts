import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { type Beacon, collectBeacon, listLiveVisitors } from './contract.ts'
import { endIdleVisits, deleteOldAnalytics } from './visitEnd.service.ts'
import { MAX_PAGES_PER_DAY, OTHER_PAGES } from './page.rules.ts'
import { analytics, analyticsEvents, dailyPageViews, pageViews } from './table.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const MORNING = new Date('2026-11-02T08:00:00Z')

let now = MORNING
let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ now: () => now, env: { TRUSTED_PROXIES: '127.0.0.1' } })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())
beforeEach(async () => {
  now = MORNING
  await db().delete(analytics)
  await db().delete(dailyPageViews)
})

const db = () => shop.node.platform.db
const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000))

interface Sent extends Partial<Beacon> {
  [other: string]: unknown
}

/**
 * Sends a beacon as a browser does.
 * @returns the status
 */
async function send(beacon: Sent, headers: Record<string, string> = {}, who = shop.newClient()) {
  const body = { consent: true, type: 'view', page: '/', ...beacon }
  const from = { 'user-agent': CHROME, 'x-forwarded-for': '81.82.3.4', ...headers }
  return (await who.request('POST', collectBeacon.path, body, from)).status
}

/** Beacons are written in batches, after a short delay. */
const soon = <T>(query: () => Promise<T>) => vi.waitFor(query, { timeout: 20_000, interval: 50 })

/** Waits until the table has this many rows. */
const rows = async (table: typeof analytics | typeof pageViews | typeof analyticsEvents, count: number) =>
  soon(async () => {
    const found = await db()
      .select()
      .from(table as typeof analytics)
    expect(found).toHaveLength(count)
    return found
  })
const onlyVisit = async () => (await rows(analytics, 1))[0] as typeof analytics.$inferSelect
const views = async () => await db().select().from(pageViews).orderBy(pageViews.timestamp)

it('counts a view of today’s page without consent, and writes no other column', async () => {
  const visitId = randomUUID()
  const told = { referrer: 'https://forum.nl/', screen: '1440x900', language: 'nl', title: 'Geheim' }
  expect(await send({ consent: false, page: '/shop?q=iets' })).toBe(204)
  expect(await send({ consent: false, visitId, page: '/shop', ...told })).toBe(204)
  expect(await send({ consent: false, visitId, type: 'leave', page: '/shop', timeOnPage: 9 })).toBe(204)
  const event = { category: 'cart', action: 'add', label: 'zijden blinddoek' }
  expect(await send({ consent: false, visitId, type: 'event', page: '/shop', event })).toBe(204)
  // Consent without a visit id, and consent with Do Not Track, count as no consent.
  expect(await send({ page: '/shop' })).toBe(204)
  expect(await send({ visitId, page: '/shop' }, { 'sec-gpc': '1' })).toBe(204)
  expect(await send({ visitId, page: '/shop' }, { dnt: '1' })).toBe(204)

  await soon(async () =>
    expect(await db().select().from(dailyPageViews)).toEqual([
      { day: '2026-11-02', page: '/shop', views: 5 },
    ]),
  )
  await rows(analytics, 0)
  await rows(pageViews, 0)
  await rows(analyticsEvents, 0)
})

it('writes a visit with consent, with a shortened address and without secrets', async () => {
  const visitId = randomUUID()
  const referrer = 'https://www.forum.nl/draad?wie=an@voorbeeld.nl'
  const first = { visitId, page: '/', referrer, screen: '390x844', language: 'nl-BE', title: 'Hallo An' }
  await send(first)
  later(10)
  await send({ visitId, type: 'leave', page: '/', timeOnPage: 9, scrollDepth: 40 })
  await send({ visitId, page: '/reset-password?token=hoogst-geheim' })
  await rows(pageViews, 2)
  later(5)
  // A time on the page longer than the time that passed on the server is limited to that, whatever the browser's clock reports.
  await send({ visitId, type: 'leave', page: '/reset-password', timeOnPage: 999_999, scrollDepth: 100 })
  await soon(async () => expect((await views())[1]?.timeOnPage).toBe(5))

  expect(await onlyVisit()).toMatchObject({
    ipAddress: '81.82.3.0/24',
    country: 'BE',
    referrer: 'forum.nl',
    landingPage: '/',
    currentPage: '/reset-password',
    visitorType: 'human',
    isMobile: false,
    browser: 'Chrome',
    os: 'Windows',
    screenResolution: '390x844',
    language: 'nl-BE',
    pageViews: 2,
    isReturningUser: false,
    userId: null,
    sessionStart: MORNING,
  })
  expect(await views()).toMatchObject([
    { page: '/', timeOnPage: 9, scrollDepth: 40 },
    { page: '/reset-password', timeOnPage: 5, scrollDepth: 100 },
  ])
  const all = JSON.stringify([await db().select().from(analytics), await views()])
  for (const secret of [visitId, 'geheim', '81.82.3.4', 'voorbeeld', 'Hallo'])
    expect(all).not.toContain(secret)
})

it('ends a visit after 30 minutes without activity and removes its user and browser data', async () => {
  const visitId = randomUUID()
  const member = await shop.newUser()
  await send({ visitId, page: '/live' }, {}, member)
  expect(await onlyVisit()).toMatchObject({ userId: member.user.id, userAgent: CHROME })
  expect((await admin.call(listLiveVisitors)).body).toMatchObject([
    { userId: member.user.id, currentPage: '/live' },
  ])

  later(31 * 60)
  await endIdleVisits(db(), now)
  expect(await onlyVisit()).toMatchObject({ userId: null, userAgent: null, isOpen: false, browser: 'Chrome' })
  expect(await views()).toMatchObject([{ exitPage: true, bounced: true }])
  expect((await admin.call(listLiveVisitors)).body).toEqual([])

  // A leave beacon never begins a visit.
  await send({ visitId, type: 'leave', page: '/live', timeOnPage: 3 })
  await send({ visitId, page: '/shop' })
  const [, second] = await rows(analytics, 2)
  expect(second).toMatchObject({
    landingPage: '/shop',
    isReturningUser: true,
    previousAt: MORNING,
    pageViews: 1,
  })
})

it('ends a visit after 24 hours at the latest', async () => {
  const visitId = randomUUID()
  await send({ visitId, page: '/live' })
  await rows(analytics, 1)
  const begun = new Date(now.getTime() - 23.9 * 3_600_000)
  await db().update(analytics).set({ sessionStart: begun })
  await send({ visitId, page: '/shop' })
  await soon(async () => expect(await onlyVisit()).toMatchObject({ pageViews: 2 }))
  later(600)
  await send({ visitId, page: '/live' })
  expect((await rows(analytics, 2)).map(({ isOpen }) => isOpen)).toEqual([false, true])
})

it('reports a visit as over when its end has not been written yet', async () => {
  const visitId = randomUUID()
  await send({ visitId })
  await rows(analytics, 1)
  later(31 * 60)
  await send({ visitId })
  expect((await rows(analytics, 2)).map(({ isOpen }) => isOpen)).toEqual([false, true])
})

it('starts a new visit for another user’s visit id and leaves theirs unchanged', async () => {
  const visitId = randomUUID()
  await send({ visitId, page: '/shop' })
  const own = await onlyVisit()
  later(1)
  await send({ visitId, page: '/live' }, { 'user-agent': FIREFOX })
  await send({ visitId, page: '/live' }, { 'x-forwarded-for': '2a02:1810:1234:5678::1' })
  const [first, ...others] = await rows(analytics, 3)
  expect(first).toEqual(own)
  expect(others.map(({ ipAddress }) => ipAddress)).toEqual(
    expect.arrayContaining(['81.82.3.0/24', '2a02:1810:1234::/48']),
  )
})

it('counts bots by their user agent and by their behaviour', async () => {
  await send({ visitId: randomUUID() }, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await send({ visitId: randomUUID() }, { 'user-agent': 'curl/8.5.0' })
  const fast = randomUUID()
  for (let page = 0; page < 25; page += 1) await send({ visitId: fast, page: `/shop/product-${page}` })
  const slow = randomUUID()
  for (let page = 0; page < 25; page += 1) {
    await send({ visitId: slow, page: `/shop/product-${page}` }, { 'x-forwarded-for': '81.82.9.9' })
    later(2)
  }
  await soon(async () => {
    const found = await db().select().from(analytics)
    expect(found.map(visit => `${visit.visitorType} ${visit.pageViews}`).toSorted()).toEqual([
      'api 1',
      'bot 1',
      'bot 25',
      'human 25',
    ])
  })
  const kinds = async (excludeBots: string) =>
    (await admin.call(listLiveVisitors, { excludeBots })).body
      .map(({ visitorType }) => visitorType)
      .toSorted()
  expect(await kinds('false')).toEqual(['api', 'bot', 'bot', 'human'])
  expect(await kinds('true')).toEqual(['api', 'human'])
})

it('writes tracked events with the visit, and search terms only without personal data', async () => {
  const visitId = randomUUID()
  const did = (category: string, action: string, label?: string, value?: number) =>
    send({
      visitId,
      type: 'event',
      page: '/shop',
      event: { category, action, label, value },
    })
  await send({ visitId, page: '/shop/zijden-blinddoek' })
  await did('search', 'products', '  Iets  Bijzonders ', 0)
  later(1)
  await did('search', 'products', 'an@voorbeeld.nl', 0)
  later(1)
  await did('cart', 'add', undefined, 2)
  later(1)
  // The last character would be cut within a surrogate pair, which would fail the whole batch.
  await did('search', 'products', `${'x'.repeat(59)}😀`, 0)
  await rows(analyticsEvents, 4)
  const events = await db().select().from(analyticsEvents).orderBy(analyticsEvents.timestamp)
  expect(events.map(event => [event.eventLabel, event.eventValue, event.pageUrl])).toEqual([
    ['iets bijzonders', 0, '/shop'],
    [null, 0, '/shop'],
    [null, 2, '/shop'],
    [`${'x'.repeat(59)}😀`, 0, '/shop'],
  ])
  expect(await onlyVisit()).toMatchObject({ furthest: 2, events: 4, pageViews: 1 })
})

it('counts more than 1,000 forged pages a day together', async () => {
  const known = Array.from({ length: MAX_PAGES_PER_DAY }, (_, page) => ({
    day: '2026-11-02',
    page: `/x-${page}`,
    views: 1,
  }))
  await db().insert(dailyPageViews).values(known)
  for (const page of ['/x-1', '/y-1', '/y-2']) await send({ consent: false, page })
  const views = async (page: string) =>
    (await db().select().from(dailyPageViews).where(eq(dailyPageViews.page, page)))[0]?.views
  await soon(async () => expect(await views(OTHER_PAGES)).toBe(2))
  expect(await views('/x-1')).toBe(2)
  expect(await db().$count(dailyPageViews)).toBe(MAX_PAGES_PER_DAY + 1)
})

it('deletes data after thirteen months', async () => {
  await send({ visitId: randomUUID() })
  await send({ consent: false, page: '/shop' })
  const old = await onlyVisit()
  await deleteOldAnalytics(db(), new Date('2027-12-01T12:00:00Z'))
  expect(await rows(analytics, 1)).toEqual([old])
  await deleteOldAnalytics(db(), new Date('2027-12-03T12:00:00Z'))
  await rows(analytics, 0)
  await rows(pageViews, 0)
  expect(await db().select().from(dailyPageViews)).toEqual([])
})

it('keeps the page opened last as current when a leave event arrives late', async () => {
  const visitId = randomUUID()
  await send({ visitId, page: '/' })
  await send({ visitId, page: '/shop' })
  await send({ visitId, type: 'leave', page: '/', timeOnPage: 1 })
  expect(await onlyVisit()).toMatchObject({ landingPage: '/', currentPage: '/shop' })
})

it('can leave bots out of the current visitors', async () => {
  await send({ visitId: randomUUID() }, { 'user-agent': 'curl/8.5.0' })
  await rows(analytics, 1)
  expect((await admin.call(listLiveVisitors)).body).toHaveLength(1)
  expect((await admin.call(listLiveVisitors, { excludeAPI: 'true' })).body).toEqual([])
})
