import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCustomers } from '../../../tests/support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { addTestMinutes, linkToys, onAirForever } from '../../../tests/support/toys.ts'
import { contentVersions } from '../../people/content/table.ts'
import { notifications } from '../../people/notifications/table.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { creatorAgreementContent } from '../agreements/agreement.rules.ts'
import { readAgreement, signAgreement } from '../agreements/contract.ts'
import { endOldAgreements } from '../agreements/service.ts'
import { startControl } from '../sessions/contract.ts'
import { findLiveSessionsByOwner } from '../sessions/engine/creatorSession.service.ts'
import { changeToy } from '../studio/contract.ts'
import { isOnAir } from '../toys/rules.ts'
import { toys } from '../toys/table.ts'
import { acceptCreator } from './admission.service.ts'
import { suspend } from './admin/contract.ts'
import { leaveProgramme } from './contract.ts'
import { tellOfEnds } from './news.service.ts'
import { admissionOf } from './rules.ts'
import { creators, creatorSuspensions } from './table.ts'

const ROUNDS = 8
const DAY_MS = 86_400_000
let postgres: SharedPostgres
let shop: TestShop
let creator: TestUser
let admin: TestUser
let toyDeviceId: string
beforeAll(async () => {
  postgres = openSharedPostgres()
  const database = await openPostgres(await postgres.create())
  shop = await openShop({ database, env: { CREATOR_PROGRAMME: 'on' } })
  creator = await shop.newUser('MODEL')
  admin = await shop.newUser('ADMIN')
  ;[toyDeviceId = ''] = await linkToys(shop, creator)
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db
const isHers = () => eq(creators.userId, creator.user.id)
const accept = () =>
  db().transaction(tx =>
    acceptCreator(tx, { userId: creator.user.id, identityUntil: null, agreementUntil: null }, new Date()),
  )
const apart = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const suspendHer = () => admin.call(suspend, { userId: creator.user.id, reason: 'Om te proberen.' })

async function prepare() {
  await db().delete(creatorSuspensions)
  await db().delete(creators)
  await accept()
  await db().update(toys).set(onAirForever)
}
beforeEach(prepare)

/** Neither on the air nor in a session, nor able to be. */
async function expectOut() {
  const [creatorRow] = await db().select().from(creators).where(isHers())
  expect(admissionOf(creatorRow, new Date()).isAdmitted).toBe(false)
  expect((await db().select().from(toys)).filter(toy => isOnAir(toy, new Date()))).toEqual([])
  expect(await findLiveSessionsByOwner(db(), creator.user.id)).toEqual([])
}

it('accepting and suspending at once leave her suspended', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await prepare()
    const [, suspended] = await Promise.all([accept(), apart(round).then(suspendHer)])
    expect(suspended.status).toBe(201)
    await expectOut()
  }
})

it('a start while its creator is suspended is either refused or stopped', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await prepare()
    const [customer] = await createCustomers(shop, 1)
    if (!customer) throw new Error('nobody came')
    await addTestMinutes(shop, customer.userId, 20)
    const [started, suspended] = await Promise.all([
      customer.call(startControl, { toyDeviceId }),
      apart(round).then(suspendHer),
    ])
    expect([201, 404]).toContain(started.status)
    expect(suspended.status).toBe(201)
    await expectOut()
  }
})

it.each([
  ['suspended', suspendHer],
  ['leaving', () => creator.call(leaveProgramme)],
] as const)('going on the air while being %s ends off the air', async (_, end) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await prepare()
    await db().update(toys).set({ onAir: false, onAirUntil: null })
    const [onAir, ended] = await Promise.all([
      creator.call(changeToy, { toyId: toyDeviceId, onAirHours: 1 }),
      apart(round).then(async () => (await end()).status),
    ])
    // A creator who left has no studio any more.
    expect([200, 403, 409]).toContain(onAir.status)
    expect(ended).toBeLessThan(300)
    await expectOut()
  }
})

it('nodes that tell of the ends of admissions at once tell each of them once', async () => {
  const { platform } = shop.node
  for (const days of [60, 14]) {
    await db().delete(notifications)
    const until = new Date(Date.now() + days * DAY_MS)
    await db().update(creators).set({ identityUntil: until })
    const others = await Promise.all(Array.from({ length: ROUNDS }, () => shop.newUser('MODEL')))
    const rows = others.map(({ user }) => ({ userId: user.id, acceptedAt: until, identityUntil: until }))
    await db().insert(creators).values(rows)
    await Promise.all([tellOfEnds(platform), tellOfEnds(platform), tellOfEnds(platform)])
    const isNews = eq(notifications.kind, 'CREATOR_NEWS')
    const told = (await db().select().from(notifications).where(isNews)).map(({ userId }) => userId)
    const all = (await db().select().from(creators)).map(({ userId }) => userId)
    expect(told.toSorted()).toEqual(all.toSorted())
  }
})

it('a text that is published while she signs the old one is signed again', async () => {
  const { platform } = shop.node
  const { key, defaults } = creatorAgreementContent
  for (let version = 1; version <= ROUNDS; version += 1) {
    const { body: shown } = await creator.call(readAgreement)
    const sign = (of: typeof shown) =>
      creator.call(signAgreement, { version: of.version, textHash: of.textHash, isAgreed: true })
    const body = { ...defaults, intro: `Tekst ${version}.` }
    const published = { key, version, status: 'PUBLISHED' as const, revision: 1, label: `1.${version}`, body }
    const publish = async () => {
      await db()
        .insert(contentVersions)
        .values({ ...published, actorId: admin.user.id, changedAt: new Date() })
      await endOldAgreements(platform)
    }
    const [old] = await Promise.all([sign(shown), apart((version % 4) * 10).then(publish)])
    expect([201, 409]).toContain(old.status)
    // As the job of the next minute does.
    await endOldAgreements(platform)
    const agreementUntil = async () => (await db().select().from(creators).where(isHers()))[0]?.agreementUntil
    expect(await agreementUntil()).toEqual(expect.any(Date))
    await platform.content.refresh()
    expect((await sign((await creator.call(readAgreement)).body)).status).toBe(201)
    await endOldAgreements(platform)
    expect(await agreementUntil()).toBeNull()
  }
})

it('two admins who suspend at once suspend her once', async () => {
  const answers = await Promise.all([suspendHer(), suspendHer()])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
})
