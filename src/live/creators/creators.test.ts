import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { caseToken, newestCase, sendReport, visitorReport } from '../../../tests/support/contentReports.ts'
import { controlFixture } from '../../../tests/support/controlFixture.ts'
import type { TestUser } from '../../../tests/support/shop.ts'
import { readPublicProfile } from '../../app/profile/contract.ts'
import { changeCustomer } from '../../backoffice/customers/contract.ts'
import { decideContentCase } from '../../backoffice/moderation/contract.ts'
import { readPersonalData } from '../../backoffice/privacy/contract.ts'
import { changeSettings, readSettings } from '../../money/settings/admin/contract.ts'
import { readUser } from '../../people/accounts/contract.ts'
import { contentVersions } from '../../people/content/table.ts'
import { mails } from '../../platform/db/table.ts'
import { appealDecision } from '../../people/contentReports/contract.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { creatorAgreementContent } from '../agreements/agreement.rules.ts'
import { readAgreement, signAgreement, withdrawAgreement } from '../agreements/contract.ts'
import { endOldAgreements, hasSignedAgreement } from '../agreements/service.ts'
import { creatorAgreements } from '../agreements/table.ts'
import { listToys } from '../sessions/contract.ts'
import { changeToy, readStudio, stopToys } from '../studio/contract.ts'
import { createStopLink, stopByLink } from '../studio/stopLinks/contract.ts'
import { toys } from '../toys/table.ts'
import { acceptCreator } from './admission.service.ts'
import {
  decideSuspension,
  listCreators,
  readCreator,
  readCreatorAgreement,
  suspend,
} from './admin/contract.ts'
import { appealSuspension, leaveProgramme, readCreatorAccount } from './contract.ts'
import { tellOfEnds } from './news.service.ts'
import { creators, creatorSuspensions } from './table.ts'

const DAY_MS = 86_400_000
const control = controlFixture({ LIVE_COUNTDOWN_SECONDS: '30', CREATOR_PROGRAMME: 'on' })
const { db } = control

const sign = async (who: TestUser) => {
  const { version, textHash } = (await who.call(readAgreement)).body
  return who.call(signAgreement, { version, textHash, isAgreed: true })
}
const accept = (userId: string, identityUntil: Date | null = null) =>
  db().transaction(tx => acceptCreator(tx, { userId, identityUntil, agreementUntil: null }, control.now()))
const ofHers = (userId = control.creator.user.id) => eq(creators.userId, userId)
const newAdmin = () => control.shop.newUser('ADMIN')
const goOnAir = () => control.creator.call(changeToy, { toyId: control.toyIds[0], onAirHours: 1 })
const ended = (customer: Parameters<typeof control.beat>[0]) =>
  vi.waitFor(async () => expect(await control.beat(customer)).toMatchObject({ status: 'STOPPED' }), 10_000)
const isShown = async (viewer: TestUser) =>
  (await viewer.call(listToys)).body.some(({ id }) => id === control.toyIds[0])
const reason = 'Je liet iemand anders meedoen.'
const newsOf = async (who: TestUser) =>
  (await who.call(listNotifications)).body
    .filter(({ type }) => type === 'CREATOR_NEWS')
    .map(({ message }) => message)

// Each test begins with an accepted creator who signed.
beforeEach(async () => {
  const userId = control.creator.user.id
  await db().delete(creatorSuspensions)
  await db().delete(creators).where(ofHers())
  await accept(userId)
  await sign(control.creator)
})

describe('the agreement', () => {
  it('is signed as it was shown, with its hash and a PDF', async () => {
    const one = await control.shop.newUser()
    const { body: shown } = await one.call(readAgreement)
    expect(shown).toMatchObject({ version: 0, label: '1.0', isSigned: false, signed: [] })
    expect(shown.body.sections[0]?.text).not.toContain('{')
    const given = { version: 0, textHash: shown.textHash }
    expect((await one.call(signAgreement, { ...given, isAgreed: false })).status).toBe(400)
    const other = { version: 0, textHash: 'a'.repeat(64), isAgreed: true }
    expect((await one.call(signAgreement, other)).status).toBe(409)
    const twice = await Promise.all([sign(one), sign(one)])
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    const { body: signed } = await one.call(readAgreement)
    expect(signed).toMatchObject({
      isSigned: true,
      signed: [{ textHash: shown.textHash, withdrawnAt: null }],
    })
    expect(await db().transaction(tx => hasSignedAgreement(tx, one.user.id))).toBe(true)
    const path = `/api/creator-agreement/${signed.signed[0]?.id}/pdf`
    const pdf = await one.request('GET', path)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await (await control.shop.newUser()).request('GET', path)).status).toBe(404)
  })

  it('cannot be changed once it is signed', async () => {
    await expect(db().update(creatorAgreements).set({ label: '2.0' })).rejects.toThrow('creator_agreements')
    await expect(db().delete(creatorAgreements)).rejects.toThrow('creator_agreements')
  })

  it('withdrawn in the middle of a session ends that, and takes her off the air until she signs again', async () => {
    const { customer, send } = await control.inControl()
    await send({ command: 'vibrate', intensity: 9 })
    expect((await control.creator.call(withdrawAgreement)).status).toBe(200)
    await ended(customer)
    await control.simulator.untilLevel(control.toyIds[0], 0)
    expect(await isShown(await control.shop.newUser())).toBe(false)
    expect(await goOnAir()).toMatchObject({ status: 409, body: { code: 'NOT_ADMITTED' } })
    expect((await control.creator.call(withdrawAgreement)).status).toBe(409)
    expect((await sign(control.creator)).status).toBe(201)
    expect((await goOnAir()).status).toBe(200)
  })

  it('with a new text has an end, of which she hears, until she signs that', async () => {
    const { platform } = control.shop.node
    const { key, defaults } = creatorAgreementContent
    const { user } = await newAdmin()
    const version = { key, version: 1, status: 'PUBLISHED' as const, revision: 1, label: '1.1' }
    await db()
      .insert(contentVersions)
      .values({
        ...version,
        body: { ...defaults, intro: 'Anders.' },
        actorId: user.id,
        changedAt: control.now(),
      })
    try {
      await platform.content.refresh()
      await endOldAgreements(platform)
      await endOldAgreements(platform)
      const [creator] = await db().select().from(creators).where(ofHers())
      expect(creator?.agreementUntil).toEqual(new Date(control.now().getTime() + 30 * DAY_MS))
      await tellOfEnds(platform)
      expect(await newsOf(control.creator)).toEqual([expect.stringMatching(/^De overeenkomst is veranderd/)])
      expect((await sign(control.creator)).body).toMatchObject({ isSigned: true, label: '1.1' })
      await endOldAgreements(platform)
      expect(await db().select().from(creators).where(ofHers())).toMatchObject([{ agreementUntil: null }])
    } finally {
      await db().delete(contentVersions).where(eq(contentVersions.key, key))
      await platform.content.refresh()
    }
  })
})

describe('an end of her admission', () => {
  it('is told 60 and 14 days before and when it comes, once each, on two nodes', async () => {
    const one = await control.shop.newUser('MODEL')
    const { platform } = control.shop.node
    await accept(one.user.id, new Date(control.now().getTime() + 61 * DAY_MS))
    const heard = async (days: number) => {
      const at = { ...platform, now: () => new Date(control.now().getTime() + days * DAY_MS) }
      await Promise.all([tellOfEnds(at), tellOfEnds(at), tellOfEnds(at)])
      return (await newsOf(one)).length
    }
    expect([await heard(0), await heard(1), await heard(30), await heard(47), await heard(62)]).toEqual([
      0, 1, 1, 2, 3,
    ])
    const mailed = and(eq(mails.recipient, one.user.email), eq(mails.template, 'creator-news'))
    expect(await db().$count(mails, mailed)).toBe(3)
  })
})

describe('a suspension', () => {
  const byAdmin = (admin: TestUser, userId = control.creator.user.id) =>
    admin.call(suspend, { userId, reason })

  it('ends what runs, tells her why, and leaves her stop, her stop link and her data', async () => {
    const admin = await newAdmin()
    const { body: link } = await control.creator.call(createStopLink, { name: 'Bed', isSingleUse: false })
    const { customer } = await control.inControl()
    expect((await byAdmin(admin)).status).toBe(201)
    await ended(customer)
    expect(await goOnAir()).toMatchObject({ status: 409, body: { code: 'NOT_ADMITTED' } })
    const { body } = await control.creator.call(readCreatorAccount)
    expect(body.refusal).toContain('geschorst')
    expect(body.suspensions).toMatchObject([{ reason, isByReport: false, appeal: null, lifted: null }])
    const token = link.url.split('/').at(-1) ?? ''
    const kept = [
      control.creator.call(stopToys),
      control.creator.call(readStudio),
      control.creator.call(readPersonalData),
      control.shop.newClient().call(stopByLink, { token }),
    ]
    expect((await Promise.all(kept)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await byAdmin(admin)).status).toBe(409)
    const { body: list } = await admin.call(listCreators, { status: 'SUSPENDED' })
    expect(list.items.map(({ id }) => id)).toEqual([control.creator.user.id])
  })

  it('is appealed once, and decided by another admin, with a reason that she reads', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()]
    const userId = control.creator.user.id
    const { body } = await byAdmin(admin)
    const suspensionId = body.suspensions[0]?.id ?? ''
    const decide = (by: TestUser, decision: 'LIFT' | 'UPHOLD') =>
      by.call(decideSuspension, { userId, suspensionId, decision, reason: 'Bekeken.' })
    expect((await decide(other, 'UPHOLD')).status).toBe(409)
    const appeal = () => control.creator.call(appealSuspension, { suspensionId, text: 'Dat was ik zelf.' })
    const appeals = await Promise.all([appeal(), appeal()])
    expect(new Set(appeals.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect((await admin.call(readCreator, { userId })).body).toMatchObject({
      status: 'APPEALED',
      suspensions: [{ needsAnotherAdmin: true, appeal: { text: 'Dat was ik zelf.' } }],
    })
    expect((await decide(admin, 'UPHOLD')).status).toBe(409)
    expect((await decide(other, 'UPHOLD')).status).toBe(201)
    expect((await decide(other, 'UPHOLD')).status).toBe(409)
    expect((await decide(admin, 'LIFT')).status).toBe(201)
    expect((await decide(admin, 'LIFT')).status).toBe(409)
    expect((await goOnAir()).status).toBe(200)
    const stranger = await control.shop.newUser()
    expect((await stranger.call(appealSuspension, { suspensionId, text: 'Ik ook.' })).status).toBe(404)
  })

  it('of a person who was never let in is unknown', async () => {
    const { user } = await control.shop.newUser()
    expect((await byAdmin(await newAdmin(), user.id)).status).toBe(404)
  })

  it('lets an admin read her agreement', async () => {
    const admin = await newAdmin()
    const userId = control.creator.user.id
    const [agreement] = (await admin.call(readCreator, { userId })).body.agreements
    const { body } = await admin.call(readCreatorAgreement, { userId, agreementId: agreement?.id ?? '' })
    expect(Buffer.from(body.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  })
})

describe('a report that it is not her, or against her will', () => {
  const decide = async (decision: string) => {
    const admin = await newAdmin()
    const { id: caseId, version } = await newestCase(control.shop, admin)
    const statement = decision === 'KEEP' ? {} : { ground: 'TERMS', rule: 'Artikel 9' }
    const input = { caseId, version, decision, reasons: 'Bekeken.', ...statement }
    return (await admin.call(decideContentCase, input)).status
  }

  it('takes her off the air at once, from a visitor without a name, and lets her back when it is rejected', async () => {
    const { customer } = await control.inControl()
    const address = `${control.shop.origin}/users/${control.creator.user.id}`
    const report = visitorReport(address, { kind: 'PAGE', reason: 'NOT_VOLUNTARY', name: null, email: null })
    expect((await sendReport(control.shop.newClient(), report)).status).toBe(201)
    await ended(customer)
    expect((await goOnAir()).status).toBe(409)
    // Neither more of the same nor another report before the decision changes anything.
    expect((await sendReport(control.shop.newClient(), report)).status).toBe(201)
    const { body } = await control.creator.call(readCreatorAccount)
    expect(body.suspensions).toMatchObject([{ isByReport: true, lifted: null }])
    expect(await decide('KEEP')).toBe(201)
    expect((await goOnAir()).status).toBe(200)
  })

  it('that is found true on appeal suspends her again, with an appeal of her own', async () => {
    const { displayName } = control.creator.user
    const report = visitorReport(displayName, { kind: 'PAGE', reason: 'NOT_ME' })
    expect((await sendReport(control.shop.newClient(), report)).status).toBe(201)
    expect(await decide('KEEP')).toBe(201)
    expect((await goOnAir()).status).toBe(200)
    const { customer } = await control.inControl()
    const { id: caseId } = await newestCase(control.shop, await newAdmin())
    const token = await caseToken(control.shop, caseId, 'REPORTER')
    await control.shop.newClient().call(appealDecision, { token, text: 'Kijk nog eens.' })
    expect(await decide('REMOVE')).toBe(201)
    await ended(customer)
    expect(await goOnAir()).toMatchObject({ status: 409, body: { code: 'NOT_ADMITTED' } })
    const { body } = await control.creator.call(readCreatorAccount)
    expect(body.suspensions).toMatchObject([{ appeal: null, lifted: null }, { lifted: {} }])
    const suspensionId = body.suspensions[0]?.id
    const appeal = { suspensionId, text: 'Ik ben het wel.' }
    expect((await control.creator.call(appealSuspension, appeal)).status).toBe(201)
  })

  it('comes from herself about her own toy, and by her name', async () => {
    const own = visitorReport(control.toyIds[0], { kind: 'TOY', reason: 'NOT_VOLUNTARY' })
    expect((await sendReport(control.creator, own)).status).toBe(201)
    const { displayName } = control.creator.user
    const named = visitorReport(` ${displayName.toUpperCase()} `, { kind: 'PAGE', reason: 'NOT_ME' })
    expect((await sendReport(control.shop.newClient(), named)).status).toBe(201)
    const { body } = await control.creator.call(readCreatorAccount)
    expect(body.suspensions).toHaveLength(2)
    const unknown = visitorReport('Niemand', { kind: 'PAGE', reason: 'NOT_ME' })
    expect((await sendReport(control.shop.newClient(), unknown)).status).toBe(201)
    // One rejected report leaves the other.
    const admin = await newAdmin()
    const [first] = body.suspensions
    const userId = control.creator.user.id
    const lifting = { userId, suspensionId: first?.id ?? '', decision: 'LIFT' as const, reason: 'Onzin.' }
    expect((await admin.call(decideSuspension, lifting)).status).toBe(201)
    expect((await goOnAir()).status).toBe(409)
  })
})

describe('leaving', () => {
  it('hides her at once, ends what runs, and lets her apply again', async () => {
    const one = await control.shop.newUser('MODEL')
    await accept(one.user.id)
    const viewer = await control.shop.newUser()
    const profile = () => viewer.call(readPublicProfile, { userId: one.user.id })
    await db().transaction(tx =>
      tx.execute(`update users set profile_visibility = 'PUBLIC' where id = '${one.user.id}'`),
    )
    expect((await profile()).status).toBe(200)
    expect((await viewer.call(leaveProgramme)).status).toBe(404)
    expect((await one.call(leaveProgramme)).status).toBe(200)
    expect((await one.call(leaveProgramme)).status).toBe(409)
    expect((await profile()).status).toBe(404)
    expect((await one.call(readUser)).body.role).toBe('USER')
    await accept(one.user.id)
    expect((await one.call(readUser)).body.role).toBe('MODEL')
    expect((await profile()).status).toBe(200)
  })
})

describe('the role of a creator', () => {
  it('is not given by hand to a person who was not accepted', async () => {
    const [admin, one] = [await newAdmin(), await control.shop.newUser()]
    const give = () => admin.call(changeCustomer, { userId: one.user.id, role: 'MODEL' as const })
    expect(await give()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    await db().insert(creators).values({ userId: one.user.id, acceptedAt: control.now() })
    expect((await give()).status).toBe(200)
    const taken = await admin.call(changeCustomer, { userId: one.user.id, role: 'USER' as const })
    expect(taken.status).toBe(200)
  })

  it('of before the programme gets 30 days when that is switched on, once', async () => {
    const [admin, one] = [await newAdmin(), await control.shop.newUser('MODEL')]
    const set = async (creatorProgramme: boolean) => {
      const { payments: _, changedAt: __, settings, version } = (await admin.call(readSettings)).body
      expect((await admin.call(changeSettings, { ...settings, version, creatorProgramme })).status).toBe(200)
    }
    await set(false)
    expect((await goOnAir()).status).toBe(200)
    await set(true)
    const until = new Date(control.now().getTime() + 30 * DAY_MS)
    const row = () =>
      db()
        .select()
        .from(creators)
        .where(and(ofHers(one.user.id)))
    expect(await row()).toMatchObject([{ acceptedAt: null, noticeUntil: until }])
    await tellOfEnds(control.shop.node.platform)
    expect(await newsOf(one)).toEqual([expect.stringMatching(/^Creators melden zich voortaan aan/)])
    control.pass(1000)
    await set(false)
    await set(true)
    expect(await row()).toMatchObject([{ noticeUntil: until }])
    expect(await db().select().from(creators).where(ofHers())).toMatchObject([{ noticeUntil: null }])
  })

  it('of before gets them as well when the environment switches it on, and nobody of later', async () => {
    const one = await control.shop.newUser('MODEL')
    await db().delete(creators)
    await tellOfEnds(control.shop.node.platform)
    const until = new Date(control.now().getTime() + 30 * DAY_MS)
    const noticeOf = (who: TestUser) => db().select().from(creators).where(ofHers(who.user.id))
    expect(await noticeOf(one)).toMatchObject([{ acceptedAt: null, noticeUntil: until }])
    expect(await newsOf(one)).toEqual([expect.stringMatching(/^Creators melden zich voortaan aan/)])
    const later = await control.shop.newUser('MODEL')
    await tellOfEnds(control.shop.node.platform)
    expect(await noticeOf(later)).toEqual([])
  })

  it('an admin’s own toys need to be accepted too', async () => {
    const admin = await newAdmin()
    await db()
      .insert(toys)
      .values({ id: 'eigen', ownerId: admin.user.id, name: 'Eigen', model: 'lush', isActive: true })
    const refused = await admin.call(changeToy, { toyId: 'eigen', onAirHours: 1 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'NOT_ADMITTED' } })
  })
})
