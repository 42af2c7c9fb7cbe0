import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCrowd, type Buyer } from '../../tests/support/crowd.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { simulatorOf } from '../../tests/support/toys.ts'
import type { Role } from '../accounts/contract.ts'
import { users } from '../accounts/table.ts'
import {
  listToys,
  pairAsAdmin,
  pairAsCreator,
  readAdminConnection,
  readCreatorConnection,
} from './contract.ts'
import { toyLinks, toys } from './table.ts'

const SECRET = 'a-callback-secret-for-tests'
let shop: Shop
let customer: Buyer
/** Added to the time that passes by itself. */
let ahead = 0

beforeAll(async () => {
  shop = await openShop({
    now: () => new Date(Date.now() + ahead),
    env: { LOVENSE_CALLBACK_SECRET: SECRET },
  })
  customer = (await openCrowd(shop, 1))[0] as Buyer
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db

async function linkOf({ userId }: Buyer) {
  const [link] = await db().select().from(toyLinks).where(eq(toyLinks.userId, userId))
  return link as typeof toyLinks.$inferSelect
}

async function newMember(role: Role): Promise<Buyer> {
  const [member] = (await openCrowd(shop, 1)) as [Buyer]
  await db().update(users).set({ role }).where(eq(users.id, member.userId))
  return member
}

/** A creator who asked for a QR code, and what their app would send of itself. */
async function scene() {
  const creator = await newMember('MODEL')
  const paired = await creator.call(pairAsCreator)
  expect(paired.status).toBe(200)
  const { uid, utoken } = await linkOf(creator)
  const toyId = `toy-${uid.slice(0, 12)}`
  const toy = { id: toyId, name: 'Lush', nickName: 'Lumi', status: 1 as unknown }
  const report = { uid, utoken, toys: { [toyId]: toy } as unknown, appVersion: '7.27.0', platform: 'android' }
  return { creator, paired: paired.body, uid, utoken, toyId, toy, report }
}

const post = (body: unknown, secret = SECRET) =>
  shop.visitor().request('POST', `/api/webhooks/lovense/${secret}`, body)
const believed = { status: 200, body: { result: true } }
const ignored = { status: 200, body: { result: false } }

async function kept(toyId: string) {
  const [toy] = await db().select().from(toys).where(eq(toys.id, toyId))
  return toy
}

describe('pairing', () => {
  it('shows a QR code; the app that scans it brings its toys, which wait for an admin', async () => {
    const { creator, paired, uid, utoken } = await scene()
    expect(paired.qrCode).toMatch(/^data:image\/png;base64,/)
    expect(paired.qrId).not.toBe('')
    expect(paired.instructions).toContain('4 uur')
    expect((await creator.call(readCreatorConnection)).body).toEqual({
      isConnected: false,
      connectionInfo: null,
    })

    const ids = await simulatorOf(shop).scan(paired.qrId)
    expect(ids).toHaveLength(4)
    expect((await creator.call(readCreatorConnection)).body).toEqual({
      isConnected: true,
      connectionInfo: {
        platform: 'android',
        appVersion: '7.27.0',
        toyCount: 4,
        connectedAt: expect.any(String) as string,
      },
    })
    const [first] = ids as [string]
    expect(await kept(first)).toMatchObject({ isActive: false, onAir: true, status: 'ONLINE', model: 'lush' })
    expect((await customer.call(listToys)).body.map(({ id }) => id)).not.toContain(first)
    await db().update(toys).set({ isActive: true }).where(eq(toys.id, first))
    const shown = (await customer.call(listToys)).body.find(({ id }) => id === first)
    expect(shown).toMatchObject({
      type: 'lush',
      isOnline: true,
      isActive: true,
      status: 'ONLINE',
      busy: false,
      batteryLevel: null,
      capabilities: { vibrate: true, maxIntensity: 20 },
    })
    expect(shown?.capabilities.patterns.slice(0, 4)).toEqual(['pulse', 'wave', 'fireworks', 'earthquake'])
    expect(shown?.capabilities.patterns).toHaveLength(16)

    // What the provider is told of us are random texts, no ids.
    expect([uid, utoken]).not.toContain(creator.userId)
    expect(uid.length + utoken.length).toBeGreaterThan(60)
  })

  it('again keeps the user at the provider and makes the old token void', async () => {
    const { creator, uid, utoken, report, toyId } = await scene()
    expect(await post(report)).toMatchObject(believed)
    await creator.call(pairAsCreator)
    const link = await linkOf(creator)
    expect(link).toMatchObject({ uid, connectedAt: null })
    expect(link.utoken).not.toBe(utoken)
    expect(await post(report)).toMatchObject(ignored)
    expect(await post({ ...report, utoken: link.utoken })).toMatchObject(believed)
    expect((await kept(toyId))?.ownerId).toBe(creator.userId)
  })

  it('is a 503 when the provider is away, and cuts off no app that is linked', async () => {
    const { creator, report } = await scene()
    await post(report)
    await simulatorOf(shop).inject({ httpStatus: 503 })
    const refused = await creator.call(pairAsCreator)
    expect(refused).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } })
    await simulatorOf(shop).inject({})
    expect(await post(report)).toMatchObject(believed)
    expect((await creator.call(readCreatorConnection)).body.isConnected).toBe(true)
  })

  it('twice at once links to one user at the provider', async () => {
    const creator = await newMember('MODEL')
    const answers = await Promise.all([creator.call(pairAsCreator), creator.call(pairAsCreator)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { uid } = await linkOf(creator)
    for (const { body } of answers) await simulatorOf(shop).scan(body.qrId)
    const owned = await db().select().from(toys).where(eq(toys.ownerId, creator.userId))
    expect(owned).toHaveLength(4)
    expect((await linkOf(creator)).uid).toBe(uid)
  })

  it('is for creators and admins; only admins are told of everyone’s', async () => {
    const admin = await newMember('ADMIN')
    expect((await admin.call(pairAsAdmin)).status).toBe(200)
    expect((await admin.call(readAdminConnection)).status).toBe(200)
    const creator = await newMember('MODEL')
    expect((await creator.call(pairAsAdmin)).status).toBe(403)
    expect((await creator.call(readAdminConnection)).status).toBe(403)
    expect((await customer.call(pairAsCreator)).status).toBe(403)
    expect((await customer.call(readCreatorConnection)).status).toBe(403)
  })
})

describe('the callback', () => {
  it.each([
    ['JSON', (report: object) => report],
    [
      'a form',
      ({ toys, ...rest }: { toys?: unknown }) => new URLSearchParams({ ...rest, toys: JSON.stringify(toys) }),
    ],
  ])('is taken as %s', async (_, form) => {
    const { report, toy, toyId } = await scene()
    expect(await post(form({ ...report, toys: { [toyId]: { ...toy, status: '1' } } }))).toMatchObject(
      believed,
    )
    expect(await kept(toyId)).toMatchObject({
      name: 'Lumi',
      model: 'lush',
      status: 'ONLINE',
      batteryLevel: null,
    })
  })

  it('at a wrong secret is a 404, near or far from the right one', async () => {
    const { report, toyId } = await scene()
    for (const secret of ['x', SECRET.slice(0, -1), `${SECRET}x`, SECRET.toUpperCase(), 'y'.repeat(300)]) {
      expect(await post(report, secret)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
    expect(await kept(toyId)).toBeUndefined()
  })

  it('with a wrong token, or of someone unknown, changes nothing', async () => {
    const { report, toyId, utoken } = await scene()
    const { report: other } = await scene()
    for (const wrong of [
      { utoken: `${utoken}x` },
      { utoken: utoken.slice(1) },
      { utoken: other.utoken },
      { uid: 'nobody' },
    ]) {
      expect(await post({ ...report, ...wrong })).toMatchObject(ignored)
    }
    expect(await kept(toyId)).toBeUndefined()
  })

  it('doubled, in parallel or late, says the same', async () => {
    const { report, toyId, creator } = await scene()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(report)))
    for (const answer of answers) expect(answer).toMatchObject(believed)
    const owned = await db().select().from(toys).where(eq(toys.ownerId, creator.userId))
    expect(owned).toHaveLength(1)
    const [{ connectedAt }, before] = [await linkOf(creator), await kept(toyId)]
    ahead += 3000
    await post(report)
    expect((await linkOf(creator)).connectedAt).toEqual(connectedAt)
    expect((await kept(toyId))?.lastActive?.getTime()).toBeGreaterThan(before?.lastActive?.getTime() ?? 0)
  })

  it('without toys leaves none online; silent on toys, it leaves them as they are', async () => {
    const { report, toyId, creator } = await scene()
    await post(report)
    for (const silent of [undefined, null, 'no JSON', '7']) {
      expect(await post({ ...report, toys: silent })).toMatchObject(believed)
      expect(await kept(toyId)).toMatchObject({ status: 'ONLINE' })
    }
    for (const none of [{}, [], '{}']) {
      await post(report)
      expect(await post({ ...report, toys: none })).toMatchObject(believed)
      expect(await kept(toyId)).toMatchObject({ status: 'OFFLINE' })
    }
    expect((await creator.call(readCreatorConnection)).body.connectionInfo?.toyCount).toBe(0)
  })

  it('reads what fits and leaves the rest', async () => {
    const { report, toy, toyId } = await scene()
    const odd = {
      a: { ...toy, id: '' },
      b: { ...toy, id: 'x'.repeat(65) },
      c: { name: 'Lush', status: 1 },
      d: null,
      e: 'toy',
      f: [toy],
      g: { ...toy, id: `${toyId}-2`, status: 'on' },
      h: { ...toy, id: `${toyId}-3`, status: 0, nickName: { first: 'x' }, battery: 101 },
      i: { ...toy, battery: '55' },
      __proto__: { ...toy, id: `${toyId}-4` },
    }
    expect(await post({ ...report, toys: odd })).toMatchObject(believed)
    expect(await kept(toyId)).toMatchObject({ status: 'ONLINE', batteryLevel: 55 })
    expect(await kept(`${toyId}-2`)).toBeUndefined()
    expect(await kept(`${toyId}-3`)).toMatchObject({ status: 'OFFLINE', name: 'Lush', batteryLevel: null })
    // A battery that is not told any more stays as it was.
    await post(report)
    expect(await kept(toyId)).toMatchObject({ batteryLevel: 55 })
  })

  it.each<[string, (report: object) => unknown]>([
    ['no uid', report => ({ ...report, uid: undefined })],
    ['a token that is no text', report => ({ ...report, utoken: ['x'] })],
    ['a list', () => []],
    ['no JSON', () => '{'],
    ['toys that are a number', report => ({ ...report, toys: 7 })],
    ['a NUL in a name', report => ({ ...report, toys: { a: { id: 'a\0', name: 'Lush', status: 1 } } })],
  ])('with %s is a 400', async (_, form) => {
    const { report } = await scene()
    const body = form(report)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await shop
      .visitor()
      .request('POST', `/api/webhooks/lovense/${SECRET}`, text, { 'content-type': 'application/json' })
    expect(answer.status).toBe(400)
  })

  it('nested as deep as the body allows is answered like any other', async () => {
    const { report } = await scene()
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
    const text = JSON.stringify({ ...report, toys: '@' }).replace('"@"', `{"a":${deep}}`)
    const answer = await shop
      .visitor()
      .request('POST', `/api/webhooks/lovense/${SECRET}`, text, { 'content-type': 'application/json' })
    expect(answer.status).toBeLessThan(500)
  })

  it('never takes a toy from another, nor moves it', async () => {
    const { report, toy, toyId, creator } = await scene()
    await post(report)
    const thief = await scene()
    expect(
      await post({ ...thief.report, toys: { [toyId]: { ...toy, nickName: 'Mijn', status: 0 } } }),
    ).toMatchObject(believed)
    expect(await kept(toyId)).toMatchObject({
      ownerId: creator.userId,
      status: 'ONLINE',
      name: 'Lumi',
    })
  })

  it('is never followed: no address in it is called', async () => {
    const { report } = await scene()
    const { origin } = shop
    const { port } = new URL(origin)
    // Were it fetched, our own server would be asked for a path that counts its callers.
    const asked: string[] = []
    shop.node.app.server.on('request', (request: { url?: string }) => asked.push(request.url ?? ''))
    const hostile = {
      domain: `127.0.0.1:${port}`,
      httpPort: port,
      httpsPort: port,
      wsPort: port,
      wssPort: port,
    }
    expect(await post({ ...report, ...hostile })).toMatchObject(believed)
    await customer.call(listToys)
    const foreign = asked.filter(url => !url.startsWith('/api/') && !url.startsWith('/simulator/'))
    expect(foreign).toEqual([])
  })
})

describe('a silent app', () => {
  it('is away after a minute, and its toys with it', async () => {
    const { report, toyId, creator } = await scene()
    await post(report)
    await db().update(toys).set({ isActive: true }).where(eq(toys.id, toyId))
    const shown = async () => (await customer.call(listToys)).body.find(({ id }) => id === toyId)
    ahead += 58_000
    expect(await shown()).toMatchObject({ isOnline: true, status: 'ONLINE' })
    ahead += 2000
    expect(await shown()).toMatchObject({ isOnline: false, status: 'OFFLINE' })
    expect((await creator.call(readCreatorConnection)).body).toEqual({
      isConnected: false,
      connectionInfo: null,
    })
    await post(report)
    expect(await shown()).toMatchObject({ isOnline: true })
    expect((await creator.call(readCreatorConnection)).body.isConnected).toBe(true)
  })
})
