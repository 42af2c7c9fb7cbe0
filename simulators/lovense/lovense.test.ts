import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../src/platform/db/db.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { openWebhookReceiver } from '../webhookReceiver.ts'
import { openLovenseFixture, type LovenseFixture } from './fixture.ts'
import { HEARTBEAT_INTERVAL_MS, linkDemoApp } from './service.ts'

let database: Database
let rig: LovenseFixture
const statements: string[] = []

beforeAll(async () => {
  database = await openTestDatabase(statement => statements.push(statement))
})
beforeEach(async () => {
  rig = await openLovenseFixture(database.db)
})
afterEach(() => rig.close())
afterAll(() => database.close())

describe('linking', () => {
  test('answers with a code and its QR image', async () => {
    const answer = await rig.askCode()
    expect(answer).toMatchObject({ code: 0, message: 'Success', result: true })
    expect(answer.data.qr).toMatch(/^data:image\/png;base64,iVBOR/)
    expect(answer.data.code).not.toBe('')
  })

  test.each([
    [501, { token: '' }],
    [501, { token: undefined }],
    [404, { uid: '' }],
    [404, { utoken: undefined }],
    [404, { uid: 'a\0b' }],
  ])('answers %i to %j', async (code, extra) => {
    expect(await rig.askCode(extra)).toMatchObject({ result: false, code })
  })

  test('reports the toys to the shop after a scan', async () => {
    const ids = await rig.link()
    const told = JSON.parse(rig.shop.bodies[0] ?? '') as { toys: Record<string, object> }
    expect(told).toMatchObject({
      uid: rig.uid,
      utoken: `secret of ${rig.uid}`,
      appType: 'remote',
      platform: 'android',
    })
    expect(Object.keys(told.toys)).toEqual(ids)
    expect(Object.values(told.toys)).toEqual(
      ['lush', 'ferri', 'edge', 'max'].map((name, index) => ({
        nickName: '',
        name,
        id: ids[index],
        status: 1,
      })),
    )
    const toys = await rig.toysById()
    expect(ids.map(id => toys[id])).toMatchObject(
      ['lush', 'ferri', 'edge', 'max'].map((name, index) => ({
        id: ids[index],
        name,
        level: 0,
        runningUntil: null,
        battery: 100,
        online: true,
      })),
    )
  })

  test('again keeps the toys and stores the new utoken', async () => {
    const ids = await rig.link()
    const { data } = await rig.askCode({ utoken: 'rotated' })
    await rig.post('scan', { qrId: data.code })
    const told = JSON.parse(rig.shop.bodies.at(-1) ?? '') as { utoken: string; toys: object }
    expect([told.utoken, Object.keys(told.toys)]).toEqual(['rotated', ids])
  })

  test('requires a known code that has not expired', async () => {
    const { data } = await rig.askCode()
    rig.clock += 4 * 3_600_000
    expect((await rig.post('scan', { qrId: data.code })).status).toBe(404)
    expect((await rig.post('scan', { qrId: 'unknown' })).status).toBe(404)
    expect((await rig.post('scan', {})).status).toBe(400)
    expect(rig.shop.bodies).toEqual([])
  })

  test('succeeds when the shop does not answer the callback', async () => {
    const { data } = await rig.askCode()
    await rig.shop.close()
    expect((await rig.post('scan', { qrId: data.code })).status).toBe(200)
    rig.shop = await openWebhookReceiver()
    rig.clock += HEARTBEAT_INTERVAL_MS
    await vi.waitFor(() => expect(rig.shop.bodies.join('')).toContain(rig.uid), 10_000)
  })

  test('of a demo app needs no scan, and can be repeated', async () => {
    const toys = ['lush', 'max'].map(name => ({ id: `${name}-${rig.uid}`, name, nickName: 'Mijn toy' }))
    await linkDemoApp(database.db, { uid: rig.uid, utoken: 'u', toys }, new Date(rig.clock))
    await rig.command({ action: 'Vibrate:4' })
    await linkDemoApp(database.db, { uid: rig.uid, utoken: 'u', toys }, new Date(rig.clock))
    expect((await rig.toysById())[`max-${rig.uid}`]).toMatchObject({ name: 'max', level: 4 })
    rig.clock += HEARTBEAT_INTERVAL_MS
    await vi.waitFor(() => expect(rig.shop.bodies.join('')).toContain('"nickName":"Mijn toy"'), 10_000)
  })
})

describe('heartbeats', () => {
  test('continue, stop while the app is offline, and survive a restart of the simulator', async () => {
    await rig.link()
    const heard = () => rig.shop.bodies.filter(body => body.includes(rig.uid)).length
    rig.clock += HEARTBEAT_INTERVAL_MS
    await vi.waitFor(() => expect(heard()).toBe(2), 10_000)
    await rig.inject({ offline: true })
    rig.clock += 30_000
    const ticks = statements.length
    await vi.waitFor(() => expect(statements.length).toBeGreaterThan(ticks), 10_000)
    expect(heard()).toBe(2)
    await rig.inject({})
    await vi.waitFor(() => expect(heard()).toBe(3), 10_000)
    await rig.stop()
    rig.clock += HEARTBEAT_INTERVAL_MS
    await rig.start()
    await vi.waitFor(() => expect(heard()).toBe(4), 10_000)
  })

  test('are sent again to a shop that did not answer', async () => {
    await rig.link()
    await rig.shop.close()
    rig.clock += HEARTBEAT_INTERVAL_MS
    const ticks = statements.length
    await vi.waitFor(() => expect(statements.length).toBeGreaterThan(ticks + 3), 10_000)
    rig.shop = await openWebhookReceiver()
    await vi.waitFor(() => expect(rig.shop.bodies.join('')).toContain(rig.uid), 10_000)
  })
})
