import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCustomers } from '../../../tests/support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { addTestMinutes, linkToys, onAirForever } from '../../../tests/support/toys.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { startControl } from '../sessions/contract.ts'
import { findLiveSessionsByOwner } from '../sessions/engine/creatorSession.service.ts'
import { changeToy } from '../studio/contract.ts'
import { isOnAir } from '../toys/rules.ts'
import { toys } from '../toys/table.ts'
import { acceptCreator } from './admission.service.ts'
import { suspend } from './admin/contract.ts'
import { leaveProgramme } from './contract.ts'
import { admissionOf } from './rules.ts'
import { creatorEvents, creators } from './table.ts'

const ROUNDS = 8
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
const accept = () =>
  db().transaction(tx =>
    acceptCreator(tx, { userId: creator.user.id, identityUntil: null, agreementUntil: null }, new Date()),
  )
const apart = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const suspendHer = () => admin.call(suspend, { userId: creator.user.id, reason: 'Om te proberen.' })

async function prepare() {
  await db().delete(creatorEvents)
  await db().delete(creators)
  await accept()
  await db().update(toys).set(onAirForever)
}
beforeEach(prepare)

/** Neither on the air nor in a session, nor able to be. */
async function expectOut() {
  const [creatorRow] = await db().select().from(creators).where(eq(creators.userId, creator.user.id))
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

it('two admins who suspend at once suspend her once', async () => {
  const answers = await Promise.all([suspendHer(), suspendHer()])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
})
