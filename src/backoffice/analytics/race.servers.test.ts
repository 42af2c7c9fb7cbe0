import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TestShop } from '../../../tests/support/shop.ts'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import { createMetrics } from '../../platform/telemetry/metrics.ts'
import type { Beacon } from './contract.ts'
import { endIdleVisits } from './visitEnd.service.ts'
import { createBeaconBuffer } from './beaconBuffer.service.ts'
import { analytics, dailyPageViews, pageViews } from './table.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShopOnPostgres()))
afterAll(() => shop.close())

const db = () => shop.node.platform.db
beforeEach(async () => {
  await db().delete(analytics)
  await db().delete(dailyPageViews)
})

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
const sender = { address: '81.82.3.4', userAgent: CHROME, optsOut: false, tokenHash: null }
const view = (visitId: string | undefined, page: string): Beacon => ({
  consent: visitId !== undefined,
  visitId,
  type: 'view',
  page,
})

/** A beacon buffer of one node, with readable metrics. */
function openIntake() {
  const measures = createMetrics()
  const beaconBuffer = createBeaconBuffer({ ...shop.node.platform, metrics: measures }, () => 'BE')
  const count = async (outcome: string) =>
    Number(
      new RegExp(`gloed_beacons_total{outcome="${outcome}"} (\\d+)`).exec(
        await measures.registry.metrics(),
      )?.[1],
    )
  return { beaconBuffer, count }
}

it('writes each visit once when several nodes receive its beacons at once', async () => {
  const nodes = Array.from({ length: 4 }, openIntake)
  const ids = Array.from({ length: 20 }, () => randomUUID())
  for (let round = 0; round < 10; round += 1) {
    for (const { beaconBuffer } of nodes)
      for (const id of ids.toSorted(() => Math.random() - 0.5)) {
        beaconBuffer.add(view(id, '/shop'), sender)
        beaconBuffer.add(view(undefined, `/pagina-${round % 3}`), sender)
      }
    await Promise.all(nodes.map(({ beaconBuffer }) => beaconBuffer.flush()))
  }
  const visits = await db().select().from(analytics)
  expect(visits).toHaveLength(20)
  expect(new Set(visits.map(visit => visit.pageViews))).toEqual(new Set([40]))
  expect(await db().$count(pageViews)).toBe(800)
  const totals = await db().select().from(dailyPageViews)
  expect(totals.reduce((sum, { views }) => sum + views, 0)).toBe(800)
  for (const { count } of nodes) expect([await count('lost'), await count('dropped')]).toEqual([0, 0])
})

it('ends an idle visit once while another node writes', async () => {
  const nodes = Array.from({ length: 3 }, openIntake)
  const id = randomUUID()
  nodes[0]?.beaconBuffer.add(view(id, '/'), sender)
  await nodes[0]?.beaconBuffer.flush()
  const longAgo = sql`${analytics.sessionStart} - interval '1 hour'`
  await db().update(analytics).set({ sessionStart: longAgo, sessionEnd: longAgo })
  for (const { beaconBuffer } of nodes) beaconBuffer.add(view(id, '/shop'), sender)
  await Promise.all(nodes.map(({ beaconBuffer }) => beaconBuffer.flush()))
  const visits = await db().select().from(analytics).orderBy(analytics.sessionStart)
  expect(visits.map(({ isOpen, pageViews: views }) => [isOpen, views])).toEqual([
    [false, 1],
    [true, 3],
  ])
})

it('does not deadlock when nodes write two visits in opposite order', async () => {
  const [one, other] = [openIntake(), openIntake()]
  const [first, second] = [randomUUID(), randomUUID()]
  const leave = (visitId: string): Beacon => ({ consent: true, visitId, type: 'leave', page: '/' })
  for (const id of [first, second]) one.beaconBuffer.add(view(id, '/'), sender)
  await one.beaconBuffer.flush()
  // Makes each node lock one of the visits before it locks the other.
  await db().execute(sql`
    create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$`)
  await db().execute(sql`
    create trigger linger before update on ${analytics} for each row execute function linger()`)
  try {
    one.beaconBuffer.add(view(first, '/shop'), sender)
    one.beaconBuffer.add(leave(second), sender)
    other.beaconBuffer.add(view(second, '/shop'), sender)
    other.beaconBuffer.add(leave(first), sender)
    await Promise.all([one.beaconBuffer.flush(), other.beaconBuffer.flush()])
  } finally {
    await db().execute(sql`drop function linger cascade`)
  }
  for (const { count } of [one, other]) expect(await count('lost')).toBe(0)
  expect(await db().$count(pageViews)).toBe(4)
})

it('ends idle visits without waiting for a visit that is being written', async () => {
  const { beaconBuffer } = openIntake()
  for (const id of [randomUUID(), randomUUID()]) beaconBuffer.add(view(id, '/'), sender)
  await beaconBuffer.flush()
  const [held] = await db().select().from(analytics)
  const inAnHour = new Date(Date.now() + 3_600_000)
  await db().transaction(async tx => {
    await tx
      .select()
      .from(analytics)
      .where(eq(analytics.id, held?.id as string))
      .for('update')
    await endIdleVisits(db(), inAnHour)
    const open = await db().select({ id: analytics.id }).from(analytics).where(eq(analytics.isOpen, true))
    expect(open).toEqual([{ id: held?.id }])
  })
  await endIdleVisits(db(), inAnHour)
  expect(await db().$count(analytics, eq(analytics.isOpen, true))).toBe(0)
})

it('drops and logs beacons above the buffer limit while the database is blocked', async () => {
  const { beaconBuffer, count } = openIntake()
  await db().transaction(async tx => {
    await tx.execute(sql`lock table ${dailyPageViews} in access exclusive mode`)
    beaconBuffer.add(view(undefined, '/'), sender)
    const first = beaconBuffer.flush()
    for (let sent = 0; sent < 12_000; sent += 1) beaconBuffer.add(view(undefined, '/shop'), sender)
    expect(await count('dropped')).toBeGreaterThanOrEqual(2000 - 1)
    expect(first).toBeInstanceOf(Promise)
  })
  await beaconBuffer.flush()
  const [total] = await db().select().from(dailyPageViews).where(eq(dailyPageViews.page, '/shop'))
  expect((total?.views ?? 0) + (await count('dropped'))).toBe(12_000)
  expect(await count('lost')).toBe(0)
})

it('stops a node without waiting for a blocked database', async () => {
  const { beaconBuffer, count } = openIntake()
  await db().transaction(async tx => {
    await tx.execute(sql`lock table ${dailyPageViews} in access exclusive mode`)
    beaconBuffer.add(view(undefined, '/'), sender)
    await beaconBuffer.close()
    expect([await count('written'), await count('lost')]).toEqual([0, 0])
  })
  await beaconBuffer.flush()
  expect(await count('written')).toBe(1)
})

it('loses a batch that the database refuses and writes the next one', async () => {
  const { beaconBuffer, count } = openIntake()
  await db().execute(sql`alter table ${dailyPageViews} rename to away`)
  beaconBuffer.add(view(undefined, '/'), sender)
  await beaconBuffer.flush()
  await db().execute(sql`alter table away rename to daily_page_views`)
  expect(await count('lost')).toBe(1)
  beaconBuffer.add(view(undefined, '/'), sender)
  await beaconBuffer.flush()
  expect(await count('written')).toBe(1)
})
