import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { acceptedReport, ignoredReport, pairingFixture } from '../../../tests/support/pairingFixture.ts'
import { onAirForever, simulatorOf } from '../../../tests/support/toys.ts'
import { pairAsCreator, readCreatorConnection } from './contract.ts'
import { listToys } from '../sessions/contract.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { saveBridgedToys } from './bridge.service.ts'
import { storedToken } from './linkToken.service.ts'
import { toys } from './table.ts'
import { pairAsAdmin, readAdminConnection } from './admin/contract.ts'

const rig = pairingFixture()

describe('pairing', () => {
  it('shows a QR code; the app that scans it reports its toys, which wait for an admin', async () => {
    const { creator, paired, uid, utoken } = await rig.scene()
    expect(paired.qrCode).toMatch(/^data:image\/png;base64,/)
    expect(paired.qrId).not.toBe('')
    expect(paired.instructions).toContain('4 uur')
    expect((await creator.call(readCreatorConnection)).body).toEqual({
      isConnected: false,
      connectionInfo: null,
    })

    const ids = await simulatorOf(rig.shop).scan(paired.qrId)
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
    expect(await rig.kept(first)).toMatchObject({
      isActive: false,
      onAir: false,
      onAirUntil: null,
      status: 'ONLINE',
      model: 'lush',
    })
    expect((await (await rig.newMember('USER')).call(listToys)).body.map(({ id }) => id)).not.toContain(first)
    await rig.db().update(toys).set(onAirForever).where(eq(toys.id, first))
    const shown = (await (await rig.newMember('USER')).call(listToys)).body.find(({ id }) => id === first)
    expect(shown).toMatchObject({
      type: 'lush',
      isOnline: true,
      isActive: true,
      status: 'ONLINE',
      busy: false,
      batteryLevel: 0,
      capabilities: { vibrate: true, maxIntensity: 20 },
    })
    expect(shown?.capabilities.patterns.slice(0, 4)).toEqual(['pulse', 'wave', 'fireworks', 'earthquake'])
    expect(shown?.capabilities.patterns).toHaveLength(16)

    // The provider gets random texts from us, no ids.
    expect([uid, utoken]).not.toContain(creator.userId)
    expect(uid.length + utoken.length).toBeGreaterThan(60)
  })

  it('tells admins of new toys, once', async () => {
    const admin = await rig.newMember('ADMIN')
    const { creator, report, toyId, toy } = await rig.scene()
    const told = async () =>
      (await admin.call(listNotifications)).body.map(({ type, message }) => [type, message])
    await rig.post(report)
    await rig.post(report)
    const first = ['TOY_WAITING', expect.stringContaining('een nieuwe toy')]
    expect(await told()).toEqual([first])
    const more = [1, 2].map(count => ({ ...toy, id: `${toyId}-${count}` }))
    await rig.post({ ...report, toys: Object.fromEntries([toy, ...more].map(each => [each.id, each])) })
    expect(await told()).toEqual([['TOY_WAITING', expect.stringContaining('2 nieuwe toys')], first])
    const bridged = { device: 0, name: 'Lumi', battery: null, drives: 'Vibrate' as const }
    for (let count = 0; count < 2; count += 1)
      await saveBridgedToys(rig.db(), creator.userId, { toys: [bridged], link: 'one' }, new Date())
    expect(await told()).toHaveLength(3)
  })

  it('again keeps the user at the provider, and the linked app until another scans the new code', async () => {
    const { creator, uid, utoken, report, toyId } = await rig.scene()
    expect(await rig.post(report)).toMatchObject(acceptedReport)
    const before = (await creator.call(readCreatorConnection)).body.connectionInfo?.connectedAt
    rig.pass(1000)
    expect((await creator.call(pairAsCreator)).status).toBe(200)
    const link = await rig.linkOf(creator)
    expect(link).toMatchObject({ uid, utoken: storedToken(utoken) })
    const newest = await rig.newestToken(creator)
    expect(newest).not.toBe(utoken)
    expect(await rig.post(report)).toMatchObject(acceptedReport)
    expect((await creator.call(readCreatorConnection)).body).toMatchObject({
      isConnected: true,
      connectionInfo: { connectedAt: before },
    })

    const scanned = { ...report, utoken: newest }
    expect(await rig.post(scanned)).toMatchObject(acceptedReport)
    expect(await rig.linkOf(creator)).toMatchObject({ utoken: storedToken(newest), pendingUtoken: null })
    const { connectionInfo } = (await creator.call(readCreatorConnection)).body
    expect(connectionInfo?.connectedAt).not.toBe(before)
    expect(await rig.post(report)).toMatchObject(ignoredReport)
    expect(await rig.post(scanned)).toMatchObject(acceptedReport)
    expect((await rig.kept(toyId))?.ownerId).toBe(creator.userId)
  })

  it.each([
    ['JSON', (report: object) => report],
    [
      'a form',
      ({ toys, ...rest }: { toys?: unknown }) => new URLSearchParams({ ...rest, toys: JSON.stringify(toys) }),
    ],
  ])(
    'again, with reports of both apps sent twice and in any order, as %s: only the new app stays linked',
    async (_, form) => {
      const { creator, report } = await rig.scene()
      expect(await rig.post(form(report))).toMatchObject(acceptedReport)
      await creator.call(pairAsCreator)
      const scanned = { ...report, utoken: await rig.newestToken(creator) }
      const mixed = Array.from({ length: 12 }, (_, at) => rig.post(form(at % 3 ? report : scanned)))
      const answers = await Promise.all(mixed)
      for (const answer of answers.filter((_, at) => at % 3 === 0))
        expect(answer).toMatchObject(acceptedReport)
      // A late report of the old app is rejected.
      expect(await rig.post(form(report))).toMatchObject(ignoredReport)
      expect(await rig.post(form(scanned))).toMatchObject(acceptedReport)
      expect(await rig.linkOf(creator)).toMatchObject({
        utoken: storedToken(scanned.utoken),
        pendingUtoken: null,
      })
    },
  )

  it('twice without a scan keeps only the newest code', async () => {
    const { creator, report } = await rig.scene()
    await creator.call(pairAsCreator)
    const newest = await rig.newestToken(creator)
    const { pendingUtoken: stored } = await rig.linkOf(creator)
    expect(await rig.post(report)).toMatchObject(ignoredReport)
    for (const wrong of ['', ' ', 'null', `${newest}x`, newest.slice(1), stored])
      expect((await rig.post({ ...report, utoken: wrong })).body).not.toMatchObject({ result: true })
    expect(await rig.post({ ...report, utoken: newest })).toMatchObject(acceptedReport)
    for (const none of ['', 'null'])
      expect((await rig.post({ ...report, utoken: none })).body).not.toMatchObject({ result: true })
  })

  it('is a 503 when the provider is down, and unlinks no app', async () => {
    const { creator, report } = await rig.scene()
    await rig.post(report)
    await simulatorOf(rig.shop).inject({ httpStatus: 503 })
    const refused = await creator.call(pairAsCreator)
    expect(refused).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } })
    await simulatorOf(rig.shop).inject({})
    expect(await rig.post(report)).toMatchObject(acceptedReport)
    expect((await creator.call(readCreatorConnection)).body.isConnected).toBe(true)
  })

  it('twice concurrently links to one user at the provider', async () => {
    const creator = await rig.newMember('MODEL')
    const answers = await Promise.all([creator.call(pairAsCreator), creator.call(pairAsCreator)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { uid } = await rig.linkOf(creator)
    for (const { body } of answers) await simulatorOf(rig.shop).scan(body.qrId)
    const owned = await rig.db().select().from(toys).where(eq(toys.ownerId, creator.userId))
    expect(owned).toHaveLength(4)
    expect((await rig.linkOf(creator)).uid).toBe(uid)
  })

  it('is allowed to creators and admins; only admins see all apps', async () => {
    const admin = await rig.newMember('ADMIN')
    expect((await admin.call(pairAsAdmin)).status).toBe(200)
    expect((await admin.call(readAdminConnection)).status).toBe(200)
    const creator = await rig.newMember('MODEL')
    expect((await creator.call(pairAsAdmin)).status).toBe(403)
    expect((await creator.call(readAdminConnection)).status).toBe(403)
    expect((await (await rig.newMember('USER')).call(pairAsCreator)).status).toBe(403)
    expect((await (await rig.newMember('USER')).call(readCreatorConnection)).status).toBe(403)
  })
})

describe('an app without reports', () => {
  it('is offline after a minute, and so are its toys', async () => {
    const { report, toyId, creator } = await rig.scene()
    await rig.post(report)
    await rig.db().update(toys).set(onAirForever).where(eq(toys.id, toyId))
    const shown = async () =>
      (await (await rig.newMember('USER')).call(listToys)).body.find(({ id }) => id === toyId)
    rig.pass(58_000)
    expect(await shown()).toMatchObject({ isOnline: true, status: 'ONLINE' })
    rig.pass(2000)
    expect(await shown()).toMatchObject({ isOnline: false, status: 'OFFLINE' })
    expect((await creator.call(readCreatorConnection)).body).toEqual({
      isConnected: false,
      connectionInfo: null,
    })
    await rig.post(report)
    expect(await shown()).toMatchObject({ isOnline: true })
    expect((await creator.call(readCreatorConnection)).body.isConnected).toBe(true)
  })
})
