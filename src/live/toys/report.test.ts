import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { acceptedReport, ignoredReport, pairingFixture } from '../../../tests/support/pairingFixture.ts'
import { readCreatorConnection } from './contract.ts'
import { listToys } from '../sessions/contract.ts'
import { OFFLINE_AFTER_MS } from './rules.ts'
import { toys } from './table.ts'

const rig = pairingFixture()

describe('the callback', () => {
  it.each([
    ['JSON', (report: object) => report],
    [
      'a form',
      ({ toys, ...rest }: { toys?: unknown }) => new URLSearchParams({ ...rest, toys: JSON.stringify(toys) }),
    ],
  ])('is accepted as %s', async (_, form) => {
    const { report, toy, toyId } = await rig.scene()
    expect(await rig.post(form({ ...report, toys: { [toyId]: { ...toy, status: '1' } } }))).toMatchObject(
      acceptedReport,
    )
    expect(await rig.kept(toyId)).toMatchObject({
      name: 'Lumi',
      model: 'lush',
      status: 'ONLINE',
      batteryLevel: 0,
    })
  })

  it('updates the functions of a toy when it has them, and keeps them when it has none', async () => {
    const { report, toy, toyId } = await rig.scene()
    const says = async (more: object) => {
      expect(await rig.post({ ...report, toys: { [toyId]: { ...toy, ...more } } })).toMatchObject(
        acceptedReport,
      )
      return (await rig.kept(toyId))?.functions
    }
    expect(await says({})).toBeNull()
    expect(await says({ fullFunctionNames: ['Position', 'Jump'] })).toBeNull()
    expect(await says({ shortFunctionNames: ['v1', 'v2', 'r', 'pos'] })).toEqual(['Vibrate', 'Rotate'])
    expect(await says({})).toEqual(['Vibrate', 'Rotate'])
    expect(await says({ fullFunctionNames: 'Pump' })).toEqual(['Vibrate', 'Rotate'])
    expect(await says({ fullFunctionNames: ['Depth', 'Thrusting'] })).toEqual(['Thrusting', 'Depth'])
  })

  it('with a wrong secret is a 404, whether or not it is similar to the right one', async () => {
    const { report, toyId } = await rig.scene()
    for (const secret of [
      'x',
      rig.secret.slice(0, -1),
      `${rig.secret}x`,
      rig.secret.toUpperCase(),
      'y'.repeat(300),
    ]) {
      expect(await rig.post(report, secret)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
    expect(await rig.kept(toyId)).toBeUndefined()
  })

  it('with a wrong token, or of an unknown user, changes nothing', async () => {
    const { report, toyId, utoken } = await rig.scene()
    const { report: other } = await rig.scene()
    for (const wrong of [
      { utoken: `${utoken}x` },
      { utoken: utoken.slice(1) },
      { utoken: other.utoken },
      { uid: 'nobody' },
    ]) {
      expect(await rig.post({ ...report, ...wrong })).toMatchObject(ignoredReport)
    }
    expect(await rig.kept(toyId)).toBeUndefined()
  })

  it('sent twice, in parallel or late, has the same result', async () => {
    const { report, toyId, creator } = await rig.scene()
    const answers = await Promise.all(Array.from({ length: 8 }, () => rig.post(report)))
    for (const answer of answers) expect(answer).toMatchObject(acceptedReport)
    const owned = await rig.db().select().from(toys).where(eq(toys.ownerId, creator.userId))
    expect(owned).toHaveLength(1)
    const [{ connectedAt }, before] = [await rig.linkOf(creator), await rig.kept(toyId)]
    rig.pass(3000)
    await rig.post(report)
    expect((await rig.linkOf(creator)).connectedAt).toEqual(connectedAt)
    expect((await rig.kept(toyId))?.lastActive?.getTime()).toBeGreaterThan(before?.lastActive?.getTime() ?? 0)
  })

  it('with no toys sets all offline; without the field it leaves them as they are', async () => {
    const { report, toyId, creator } = await rig.scene()
    await rig.post(report)
    for (const silent of [undefined, null, 'no JSON', '7']) {
      expect(await rig.post({ ...report, toys: silent })).toMatchObject(acceptedReport)
      expect(await rig.kept(toyId)).toMatchObject({ status: 'ONLINE' })
    }
    for (const none of [{}, [], '{}']) {
      await rig.post(report)
      expect(await rig.post({ ...report, toys: none })).toMatchObject(acceptedReport)
      expect(await rig.kept(toyId)).toMatchObject({ status: 'OFFLINE' })
    }
    expect((await creator.call(readCreatorConnection)).body.connectionInfo?.toyCount).toBe(0)
  })

  it('reads the valid fields and ignores the others', async () => {
    const { report, toy, toyId } = await rig.scene()
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
    }
    expect(await rig.post({ ...report, toys: odd })).toMatchObject(acceptedReport)
    expect(await rig.kept(toyId)).toMatchObject({ status: 'ONLINE', batteryLevel: 55 })
    expect(await rig.kept(`${toyId}-2`)).toBeUndefined()
    expect(await rig.kept(`${toyId}-3`)).toMatchObject({
      status: 'OFFLINE',
      name: 'Lush',
      batteryLevel: 0,
    })
    // A battery level that is no longer reported keeps its last value.
    await rig.post(report)
    expect(await rig.kept(toyId)).toMatchObject({ batteryLevel: 55 })
  })

  it.each<[string, (report: object) => unknown]>([
    ['no uid', report => ({ ...report, uid: undefined })],
    ['a token that is no text', report => ({ ...report, utoken: ['x'] })],
    ['a list', () => []],
    ['no JSON', () => '{'],
    ['toys that are a number', report => ({ ...report, toys: 7 })],
    ['a NUL in a name', report => ({ ...report, toys: { a: { id: 'a\0', name: 'Lush', status: 1 } } })],
  ])('with %s is a 400', async (_, form) => {
    const { report } = await rig.scene()
    const body = form(report)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await rig.post(text, rig.secret, { 'content-type': 'application/json' })
    expect(answer.status).toBe(400)
  })

  it('nested as deep as the body size allows gets no server error', async () => {
    const { report } = await rig.scene()
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
    const text = JSON.stringify({ ...report, toys: '@' }).replace('"@"', `{"a":${deep}}`)
    const answer = await rig.post(text, rig.secret, { 'content-type': 'application/json' })
    expect(answer.status).toBeLessThan(500)
  })

  it('is announced to those who watch only when they are shown something else', async () => {
    const { report, toy, toyId } = await rig.scene()
    const { bus } = rig.shop.node.platform
    const announced = vi.fn<() => void>()
    const unsubscribe = bus.subscribe('toys.changed', announced)
    const isAnnounced = async (toys: unknown, times = 1) => {
      announced.mockClear()
      expect(await rig.post({ ...report, toys })).toMatchObject(acceptedReport)
      expect(announced).toHaveBeenCalledTimes(times)
    }
    await isAnnounced({ [toyId]: toy })
    await isAnnounced({ [toyId]: toy }, 0)
    await isAnnounced(undefined, 0)
    for (const more of [{ battery: 80 }, { fullFunctionNames: ['Vibrate', 'Rotate'] }, { status: 0 }]) {
      await isAnnounced({ [toyId]: { ...toy, ...more } })
      await isAnnounced({ [toyId]: { ...toy, ...more } }, 0)
    }
    await isAnnounced({ [toyId]: toy })
    await isAnnounced({ [toyId]: toy, [`${toyId}-2`]: { ...toy, id: `${toyId}-2` } })
    await isAnnounced({ [`${toyId}-2`]: { ...toy, id: `${toyId}-2` } })
    await isAnnounced({})
    await isAnnounced({}, 0)
    // Silent for so long that it was shown as offline.
    await isAnnounced({ [toyId]: toy })
    rig.pass(OFFLINE_AFTER_MS)
    await isAnnounced({ [toyId]: toy })
    unsubscribe()
  })

  it('neither takes a toy from another creator nor changes it', async () => {
    const { report, toy, toyId, creator } = await rig.scene()
    await rig.post(report)
    const thief = await rig.scene()
    expect(
      await rig.post({ ...thief.report, toys: { [toyId]: { ...toy, nickName: 'Mijn', status: 0 } } }),
    ).toMatchObject(acceptedReport)
    expect(await rig.kept(toyId)).toMatchObject({
      ownerId: creator.userId,
      status: 'ONLINE',
      name: 'Lumi',
    })
  })

  it('causes no request to an address in it', async () => {
    const { report } = await rig.scene()
    const { origin } = rig.shop
    const { port } = new URL(origin)
    // A request would go to a path of our own server that counts its callers.
    const asked: string[] = []
    rig.shop.node.app.server.on('request', (request: { url?: string }) => asked.push(request.url ?? ''))
    const hostile = {
      domain: `127.0.0.1:${port}`,
      httpPort: port,
      httpsPort: port,
      wsPort: port,
      wssPort: port,
    }
    expect(await rig.post({ ...report, ...hostile })).toMatchObject(acceptedReport)
    await (await rig.newMember('USER')).call(listToys)
    const foreign = asked.filter(url => !url.startsWith('/api/') && !url.startsWith('/simulator/'))
    expect(foreign).toEqual([])
  })
})
