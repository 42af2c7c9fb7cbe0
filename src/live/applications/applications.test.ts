import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tracesInFiles, tracesInTables } from '../../../tests/support/personalDataTraces.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import {
  applicant,
  details,
  reading,
  sent,
  sign,
  stateOf,
  upload,
} from '../../../tests/support/creatorApplications.ts'
import { eraseClosedAccounts } from '../../backoffice/privacy/erase.service.ts'
import { readPersonalData } from '../../backoffice/privacy/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { notifications } from '../../people/notifications/table.ts'
import { mails } from '../../platform/db/table.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { creators } from '../creators/table.ts'
import { decideApplication, listApplications, openIdentity, readApplication } from './admin/contract.ts'
import * as contract from './contract.ts'
import { deleteOldImages, eraseEndedProofs } from './document.service.ts'
import { withdrawForgottenDrafts } from './service.ts'
import { creatorApplications, identityImages } from './table.ts'

let shop: TestShop
let time = new Date('2026-12-01T12:00:00Z')
const lines: string[] = []
beforeAll(async () => {
  const log = createLog('trace', { write: line => void lines.push(line) })
  shop = await openShop({ now: () => time, log, env: { CREATOR_PROGRAMME: 'on' } })
})
afterAll(() => shop.close())
const db = () => shop.node.platform.db
const DAY = 86_400_000

/** Admins of other tests have no say. */
const endAdmins = () => db().update(users).set({ role: 'USER' }).where(eq(users.role, 'ADMIN'))

describe('an application', () => {
  it('is one a person, of two at once too', async () => {
    const one = await shop.newUser()
    const answers = await Promise.all([1, 2].map(() => one.call(contract.startApplication, details)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'Je hebt al een aanmelding die openstaat.',
    })
  })

  it('is refused at the form for a person under 18', async () => {
    const one = await shop.newUser()
    const { status, body } = await one.call(contract.startApplication, {
      ...details,
      dateOfBirth: '2008-12-02',
    })
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { fields: { dateOfBirth: expect.any(String) } },
    })
    expect(await db().$count(creatorApplications, eq(creatorApplications.userId, one.user.id))).toBe(0)
  })

  it('is sent complete, and can’t be changed after that', async () => {
    const one = await applicant(shop)
    expect((await one.call(contract.sendApplication)).body).toMatchObject({
      message: 'Bewijs eerst wie je bent.',
    })
    await upload(one)
    expect((await one.call(contract.sendApplication)).status).toBe(200)
    expect((await one.call(contract.changeApplication, details)).status).toBe(409)
    expect((await upload(one)).status).toBe(409)
    expect((await one.call(contract.startApplication, details)).status).toBe(409)
  })

  it('takes at most four photos, and removes its own only', async () => {
    const one = await applicant(shop)
    for (let count = 0; count < 4; count += 1) expect((await upload(one)).status).toBe(201)
    expect((await upload(one)).status).toBe(409)
    const [photo] = (await one.call(contract.readOwnApplication)).body.application?.documents ?? []
    const another = await applicant(shop)
    expect((await another.call(contract.removeDocument, { documentId: photo?.id })).status).toBe(404)
    const { body } = await one.call(contract.removeDocument, { documentId: photo?.id })
    expect(body.application?.documents).toHaveLength(3)
  })

  it.each([
    ['text', Buffer.from('geen foto, maar tekst die lang genoeg is')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PDF', Buffer.from('%PDF-1.7 en verder niets bijzonders')],
    ['a signature without a picture', Buffer.from('89504e470d0a1a0a0000', 'hex')],
  ])('refuses a file that lies: %s', async (_, content) => {
    const one = await applicant(shop)
    const { status, body } = await upload(one, content)
    expect({ status, body }).toMatchObject({ status: 415, body: { message: expect.stringContaining('JPG') } })
    expect((await one.call(contract.readOwnApplication)).body.application?.documents).toEqual([])
  })

  it('that was begun and forgotten is withdrawn after 30 days', async () => {
    const one = await applicant(shop)
    await upload(one)
    time = new Date(time.getTime() + 31 * DAY)
    await withdrawForgottenDrafts(shop.node.platform)
    const [row] = await db()
      .select()
      .from(creatorApplications)
      .where(eq(creatorApplications.userId, one.user.id))
    expect(row).toMatchObject({ state: 'WITHDRAWN', encrypted: null })
    expect(await db().$count(identityImages, eq(identityImages.applicationId, row?.id as string))).toBe(0)
  })
})

describe('a decision', () => {
  let [first, second]: TestUser[] = []
  beforeEach(async () => {
    await endAdmins()
    ;[first, second] = [await shop.newUser('ADMIN'), await shop.newUser('ADMIN')]
  })
  const approve = (admin: TestUser | undefined, input: object) =>
    (admin as TestUser).call(decideApplication, { decision: 'APPROVE', reading, ...input })

  it('is made by two admins where there are two', async () => {
    const { one, applicationId } = await sent(shop)
    expect((await approve(first, { applicationId })).body).toMatchObject({ state: 'APPROVED_ONCE' })
    const again = await approve(first, { applicationId })
    expect(again).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('andere administrator') },
    })
    expect((await approve(second, { applicationId })).body).toMatchObject({ state: 'ACCEPTED' })
    expect(await stateOf(one)).toBe('ACCEPTED')
    const [creator] = await db().select().from(creators).where(eq(creators.userId, one.user.id))
    expect(creator).toMatchObject({ acceptedAt: time, identityUntil: new Date('2030-06-30T22:00:00Z') })
    const [user] = await db().select().from(users).where(eq(users.id, one.user.id))
    expect(user?.role).toBe('MODEL')
    const told = await db().select().from(notifications).where(eq(notifications.userId, one.user.id))
    expect(told).toMatchObject([{ kind: 'APPLICATION_DECIDED', path: '/studio' }])
    expect(await db().$count(mails, eq(mails.recipient, one.user.email))).toBe(1)
    expect(await db().$count(identityImages, eq(identityImages.applicationId, applicationId))).toBe(0)
  })

  it('of one admin is enough where there is one', async () => {
    await db()
      .update(users)
      .set({ role: 'USER' })
      .where(eq(users.id, second?.user.id as string))
    const { applicationId } = await sent(shop)
    expect((await approve(first, { applicationId })).body).toMatchObject({ state: 'ACCEPTED' })
  })

  it('of two admins at once accepts once', async () => {
    const { one, applicationId } = await sent(shop)
    const answers = await Promise.all([first, second, first].map(admin => approve(admin, { applicationId })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409])
    expect(await db().$count(notifications, eq(notifications.userId, one.user.id))).toBe(1)
    expect(await db().$count(creators, eq(creators.userId, one.user.id))).toBe(1)
  })

  it('and a withdrawal at once leave one of both', async () => {
    const { one, applicationId } = await sent(shop)
    await approve(first, { applicationId })
    const [decided, withdrawn] = await Promise.all([
      approve(second, { applicationId }),
      one.call(contract.withdrawApplication),
    ])
    expect([decided.status, withdrawn.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await stateOf(one)).toBe(decided.status === 200 ? 'ACCEPTED' : 'WITHDRAWN')
    const made = await db().$count(creators, eq(creators.userId, one.user.id))
    expect(made).toBe(decided.status === 200 ? 1 : 0)
  })

  it('refuses by a reason that she is told, and erases what she sent', async () => {
    const { one, applicationId } = await sent(shop)
    const refusal = { applicationId, decision: 'UNREADABLE', explanation: 'De hoek is afgesneden.' }
    expect((await (first as TestUser).call(decideApplication, refusal)).status).toBe(200)
    expect((await one.call(contract.readOwnApplication)).body).toMatchObject({
      application: {
        state: 'REFUSED',
        refusal: 'UNREADABLE',
        explanation: 'De hoek is afgesneden.',
        details: null,
        documents: [],
      },
    })
    const [mail] = await db().select().from(mails).where(eq(mails.recipient, one.user.email))
    expect(mail?.props).toMatchObject({ refusal: 'UNREADABLE' })
    expect(JSON.stringify(mail)).not.toContain('afgesneden')
    expect((await one.call(contract.startApplication, details)).status).toBe(201)
  })

  it('refuses a person who is under 18 by one of two documents', async () => {
    const { one, applicationId } = await sent(shop)
    const minor = { ...reading, dateOfBirth: '2010-01-01' }
    expect((await approve(first, { applicationId, reading: minor })).body).toMatchObject({ state: 'REFUSED' })
    expect((await one.call(contract.readOwnApplication)).body.application?.refusal).toBe('UNDER_AGE')
    expect(await db().$count(creators, eq(creators.userId, one.user.id))).toBe(0)
  })

  it.each([
    ['has expired', { expiresOn: '2026-11-30' }, 'verlopen'],
    ['has another birth date', { dateOfBirth: '1993-05-17' }, 'andere geboortedatum'],
  ])('accepts no document that %s', async (_, change, message) => {
    const { one, applicationId } = await sent(shop)
    const answer = await approve(first, { applicationId, reading: { ...reading, ...change } })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } })
    expect(await stateOf(one)).toBe('SENT')
  })

  it('is not made about oneself, a draft or nothing', async () => {
    const admin = first as TestUser
    await admin.call(contract.startApplication, details)
    await sign(admin)
    await upload(admin)
    const { body } = await admin.call(contract.sendApplication)
    expect((await approve(admin, { applicationId: body.application?.id })).status).toBe(409)
    const one = await applicant(shop)
    const draft = (await one.call(contract.readOwnApplication)).body.application?.id
    for (const applicationId of [draft, 'niets']) {
      expect((await approve(admin, { applicationId })).status).toBe(404)
      expect((await admin.call(readApplication, { applicationId })).status).toBe(404)
      expect((await admin.call(openIdentity, { applicationId, reason: 'APPLICATION' })).status).toBe(404)
    }
  })

  it('follows a look at her identity, which needs a reason and is logged', async () => {
    const { applicationId } = await sent(shop)
    const admin = first as TestUser
    expect((await admin.call(openIdentity, { applicationId, reason: '' })).status).toBe(400)
    const { body } = await admin.call(openIdentity, { applicationId, reason: 'APPLICATION' })
    expect(body).toMatchObject({ details, document: null })
    const [photo] = body.photos
    const picture = Buffer.from(photo?.split(',')[1] ?? '', 'base64')
    expect((await sharp(picture).metadata()).format).toBe('webp')
    const logged = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, applicationId))
    expect(logged).toMatchObject([{ action: 'CREATOR_IDENTITY_READ', details: { reason: 'APPLICATION' } }])
  })

  it('keeps the photos as long as she was told', async () => {
    const { platform } = shop.node
    const one = await applicant(shop)
    platform.settings.current.identityImageDays = 10
    await upload(one)
    platform.settings.current.identityImageDays = 0
    const { body } = await one.call(contract.sendApplication)
    const applicationId = body.application?.id as string
    await (first as TestUser).call(decideApplication, { applicationId, decision: 'OTHER' })
    const photos = () => db().$count(identityImages, eq(identityImages.applicationId, applicationId))
    await deleteOldImages(platform)
    expect(await photos()).toBe(1)
    time = new Date(time.getTime() + 11 * DAY)
    await deleteOldImages(platform)
    expect(await photos()).toBe(0)
  })

  it('leaves the list of those that wait', async () => {
    const { applicationId } = await sent(shop)
    const ids = async (status: string) =>
      ((await (first as TestUser).call(listApplications, { status, pageSize: 100 })).body.items ?? []).map(
        ({ id }) => id,
      )
    expect(await ids('WAITING')).toContain(applicationId)
    await (first as TestUser).call(decideApplication, { applicationId, decision: 'OTHER' })
    expect(await ids('WAITING')).not.toContain(applicationId)
    expect(await ids('DECIDED')).toContain(applicationId)
  })
})

it('nobody’s identity is in a table, a file, a mail or the log, and nothing is left when the account is erased', async () => {
  await endAdmins()
  const admin = await shop.newUser('ADMIN')
  const { one, applicationId } = await sent(shop)
  const secrets = [details.legalName, details.address, details.plans, 'Nachtegaalpad']
  expect((await admin.call(decideApplication, { applicationId, decision: 'APPROVE', reading })).status).toBe(
    200,
  )
  await admin.call(openIdentity, { applicationId, reason: 'SCHEME' })
  const listed = JSON.stringify((await admin.call(readApplication, { applicationId })).body)
  expect(await tracesInTables(db(), secrets)).toEqual([])
  expect(await tracesInFiles(shop.node.platform.config.dataDir, secrets)).toEqual([])
  const copy = JSON.stringify((await one.call(readPersonalData)).body)
  expect(copy).toContain('Nachtegaalpad')
  expect(lines.length).toBeGreaterThan(0)
  for (const secret of secrets) {
    expect(listed).not.toContain(secret)
    expect(lines.filter(line => line.includes(secret))).toEqual([])
  }
  await db().update(users).set({ deleteAfter: time }).where(eq(users.id, one.user.id))
  await eraseClosedAccounts(shop.node.platform)
  expect(await db().$count(creatorApplications, eq(creatorApplications.userId, one.user.id))).toBe(0)
})

it('the proof of an accepted creator is kept until the end of the term that she was told, also without an account', async () => {
  await endAdmins()
  const { platform } = shop.node
  const admin = await shop.newUser('ADMIN')
  platform.settings.current.identityImageDays = 40
  const { one, applicationId } = await sent(shop)
  platform.settings.current.identityImageDays = 0
  const decision = { decision: 'APPROVE' as const, applicationId, reading }
  expect((await admin.call(decideApplication, decision)).body).toMatchObject({ state: 'ACCEPTED' })
  await db().update(users).set({ deleteAfter: time }).where(eq(users.id, one.user.id))
  await eraseClosedAccounts(platform)
  const kept = async () => [
    await db().$count(identityImages, eq(identityImages.applicationId, applicationId)),
    await db().$count(creatorApplications, eq(creatorApplications.userId, one.user.id)),
  ]
  await eraseEndedProofs(platform)
  expect(await kept()).toEqual([1, 1])
  expect(await tracesInTables(db(), [details.legalName, details.address])).toEqual([])
  time = new Date(time.getTime() + 41 * DAY)
  await deleteOldImages(platform)
  await eraseEndedProofs(platform)
  expect(await kept()).toEqual([0, 0])
})
