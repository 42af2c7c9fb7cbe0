import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addLot, entriesOf, playMinutes } from '../../../tests/support/earnings.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { ibans } from '../../../tests/support/payeeDetails.ts'
import { leaveProgramme } from '../../live/creators/contract.ts'
import { creators } from '../../live/creators/table.ts'
import { readEarningsDue } from '../../live/studio/earnings/contract.ts'
import { bookPayout, bookPayoutReturn } from '../../money/earnings/service.ts'
import { payoutRuns, payouts } from '../../money/payouts/table.ts'
import { changeSettings, readSettings } from '../../money/settings/admin/contract.ts'
import { login } from '../../people/accounts/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { newId } from '../../platform/db/columns.ts'
import { removeCustomer } from '../customers/contract.ts'
import { deleteAccount } from './contract.ts'
import { eraseClosedAccounts } from './erase.service.ts'

const DAY = 86_400_000
let shop: TestShop
let admin: TestUser
let later = 0
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(Date.now() + later) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())
const db = () => shop.node.platform.db
const password = 'een-goed-wachtwoord'
const close = (member: Pick<TestUser, 'call'>) => member.call(deleteAccount, { password })
/** Logins do not last as long as money that is not certain. */
async function signIn({ user: { email } }: TestUser) {
  const client = shop.newClient()
  expect((await client.call(login, { email, password })).status).toBe(200)
  return client
}
const userOf = async ({ user }: TestUser) => (await db().select().from(users).where(eq(users.id, user.id)))[0]

/** A creator with 5,95 of ten played minutes, of which 2,98 may be paid out. */
async function earned(): Promise<TestUser> {
  const [creator, player] = [await shop.newUser('MODEL'), (await shop.newUser()).user.id]
  await addLot(shop, player, { minutes: 5, value: 600, vat: 104 })
  await addLot(shop, player, { minutes: 5, value: 600, vat: 104, finalAt: new Date(Date.now() + 30 * DAY) })
  const session = {
    sessionId: randomUUID(),
    startedAt: new Date(),
    creatorId: creator.user.id,
    playerId: player,
  }
  await playMinutes(shop, session, 10)
  return creator
}

/** Pays cents out in a run of their own. @returns marks the payout as paid, or gives it back */
async function pay({ user }: TestUser, cents: number) {
  const [runId, id] = [newId(), newId()]
  const { dataCipher } = shop.node.platform
  await db().transaction(async tx => {
    const texts = await dataCipher.encrypt(tx, { table: payouts, name: 'encrypted' }, id, '{}')
    const run = await dataCipher.encrypt(tx, { table: payoutRuns, name: 'encrypted' }, runId, '{}')
    await tx.insert(payoutRuns).values({ id: runId, state: 'CANCELLED', executionOn: '2026-12-01', ...run })
    const creatorId = user.id
    await tx
      .insert(payouts)
      .values({ id, runId, creatorId, cents, endToEndId: `U${cents}${Date.now()}`, ...texts })
    await bookPayout(tx, { payoutId: id, creatorId, cents }, new Date(Date.now() + later))
  })
  const set = (values: Partial<typeof payouts.$inferInsert>) =>
    db().update(payouts).set(values).where(eq(payouts.id, id))
  return {
    paid: () => set({ state: 'PAID', filedAt: new Date(), paidAt: new Date() }),
    returned: async () => {
      await set({ state: 'RETURNED', returnedAt: new Date() })
      await db().transaction(tx => bookPayoutReturn(tx, id, new Date()))
    },
  }
}

describe('closing an account with earnings', () => {
  it('is refused with the amount and the reason, to herself and to an admin, and says the same before', async () => {
    const creator = await earned()
    const refusal = expect.stringMatching(
      /^Er is nog €\s5,95 aan verdiensten te goed\. Uitbetaalbaar: €\s2,98; vul daarvoor eerst .* Nog niet zeker: €\s2,97, het laatste deel tot \d+ \S+ 20\d\d\. Het account kan dicht zodra alles is uitbetaald; verdiensten vervallen niet\.$/u,
    )
    expect((await creator.call(readEarningsDue)).body).toEqual({ text: refusal })
    const refused = { status: 409, body: { code: 'CONFLICT', message: refusal } }
    expect(await close(creator)).toMatchObject(refused)
    expect(await admin.call(removeCustomer, { userId: creator.user.id })).toMatchObject(refused)
    expect(await userOf(creator)).toMatchObject({ deleteAfter: null })
  })

  it('is refused while a payout is under way, and done once it arrived', async () => {
    const creator = await earned()
    later = 31 * DAY
    const payout = await pay(creator, 595)
    const again = await signIn(creator)
    expect(await close(again)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/Onderweg naar de rekening: €\s5,95\./u) },
    })
    await payout.paid()
    expect((await again.call(readEarningsDue)).body).toEqual({ text: null })
    expect((await close(again)).status).toBe(202)
    later = 0
  })

  it('keeps entries and payouts of an erased account, which name nobody', async () => {
    const creator = await earned()
    later = 31 * DAY
    await (await pay(creator, 595)).paid()
    const before = await entriesOf(shop, creator.user.id)
    expect((await close(await signIn(creator))).status).toBe(202)
    later = 90 * DAY
    await eraseClosedAccounts(shop.node.platform)
    later = 0
    expect((await userOf(creator))?.erasedAt).not.toBeNull()
    expect(await entriesOf(shop, creator.user.id)).toEqual(before)
    const [kept] = await db().select().from(payouts).where(eq(payouts.creatorId, creator.user.id))
    expect(kept).toMatchObject({ cents: 595, state: 'PAID' })
    expect(kept?.encrypted, 'the papers have a term of their own').not.toBeNull()
    const { email, displayName } = creator.user
    expect(JSON.stringify([before, kept])).not.toMatch(new RegExp(`${email}|${displayName}`))
  })

  it('is not erased while a payout that came back is owed again', async () => {
    const creator = await earned()
    later = 31 * DAY
    const payout = await pay(creator, 595)
    await payout.paid()
    expect((await close(await signIn(creator))).status).toBe(202)
    await payout.returned()
    later = 90 * DAY
    await eraseClosedAccounts(shop.node.platform)
    expect((await userOf(creator))?.erasedAt).toBeNull()
    await (await pay(creator, 595)).paid()
    await eraseClosedAccounts(shop.node.platform)
    later = 0
    expect((await userOf(creator))?.erasedAt).not.toBeNull()
  })
})

it('a creator who stops keeps her earnings, and the minimum of a payout no longer holds them', async () => {
  const creator = await earned()
  await db().insert(creators).values({ userId: creator.user.id, acceptedAt: new Date() })
  const { settings, version } = (await admin.call(readSettings)).body
  const change = { ...settings, version, payoutIban: ibans[1], payoutMinimum: 5000 }
  expect((await admin.call(changeSettings, change)).status).toBe(200)
  expect((await creator.call(leaveProgramme)).status).toBe(200)
  const { text } = (await creator.call(readEarningsDue)).body
  expect(text).toMatch(/Er is nog €\s5,95 .*vul daarvoor eerst/u)
})
