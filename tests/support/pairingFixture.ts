import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Role } from '../../src/wire/roles.ts'
import { simulatorCodes } from '../../simulators/lovense/table.ts'
import { users } from '../../src/people/accounts/table.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { pairAsCreator } from '../../src/live/toys/contract.ts'
import { toyLinks, toys } from '../../src/live/toys/table.ts'
import { createCustomers, type TestCustomer } from './customers.ts'
import { openShop, type TestResponse, type TestShop } from './shop.ts'

/** For a file of tests of pairing: a shop, and a client that reports as the creator's app. */
export function pairingFixture() {
  /** Added to the real time. */
  let ahead = 0
  const secret = 'a-callback-secret-for-tests'
  const rig = {
    shop: undefined as unknown as TestShop,
    secret,
    pass: (ms: number) => void (ahead += ms),
    db: (): Db => rig.shop.node.platform.db,

    async newMember(role: Role): Promise<TestCustomer> {
      const [member] = (await createCustomers(rig.shop, 1)) as [TestCustomer]
      await rig.db().update(users).set({ role }).where(eq(users.id, member.userId))
      return member
    },
    post: (body: unknown, at = secret, headers?: Record<string, string>): Promise<TestResponse> =>
      rig.shop.newClient().request('POST', `/api/webhooks/lovense/${at}`, body, headers),
    async linkOf({ userId }: TestCustomer): Promise<typeof toyLinks.$inferSelect> {
      const [link] = await rig.db().select().from(toyLinks).where(eq(toyLinks.userId, userId))
      return link as typeof toyLinks.$inferSelect
    },
    /** The token in the creator's newest code, as the provider knows it: the shop stores its hash. */
    async newestToken(creator: TestCustomer): Promise<string> {
      const { uid } = await rig.linkOf(creator)
      const { utoken, expiresAt } = simulatorCodes
      const codes = rig.db().select({ utoken }).from(simulatorCodes).where(eq(simulatorCodes.uid, uid))
      const [newest] = await codes.orderBy(desc(expiresAt)).limit(1)
      return newest?.utoken as string
    },
    /** The stored toy, if there is one. */
    async kept(toyId: string): Promise<typeof toys.$inferSelect | undefined> {
      const [toy] = await rig.db().select().from(toys).where(eq(toys.id, toyId))
      return toy
    },
  }
  beforeAll(async () => {
    rig.shop = await openShop({
      now: () => new Date(Date.now() + ahead),
      env: { LOVENSE_CALLBACK_SECRET: secret },
    })
  })
  afterAll(() => rig.shop.close())
  return Object.assign(rig, {
    /** A creator who requested a QR code, with the report that their app would send. */
    async scene() {
      const creator = await rig.newMember('MODEL')
      const paired = await creator.call(pairAsCreator)
      expect(paired.status).toBe(200)
      const { uid } = await rig.linkOf(creator)
      const utoken = await rig.newestToken(creator)
      const toyId = `toy-${uid.slice(0, 12)}`
      const toy = { id: toyId, name: 'Lush', nickName: 'Lumi', status: 1 as unknown }
      const report = {
        uid,
        utoken,
        toys: { [toyId]: toy } as unknown,
        appVersion: '7.27.0',
        platform: 'android',
      }
      return { creator, paired: paired.body, uid, utoken, toyId, toy, report }
    },
  })
}

/** The answer to an authenticated report, and to any other. */
export const acceptedReport = { status: 200, body: { result: true } }
export const ignoredReport = { status: 200, body: { result: false } }
