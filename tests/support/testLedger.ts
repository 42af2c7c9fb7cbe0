import { ibans, someDetails } from './payeeDetails.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import { createPayoutSources } from '../../src/app/payoutSources.ts'
import { earningLedger } from '../../src/money/earnings/service.ts'
import { earningAccounts, earningEntries } from '../../src/money/earnings/table.ts'
import { appendEntries } from '../../src/money/ledger/service.ts'
import { changeSettings, readSettings } from '../../src/money/settings/admin/contract.ts'
import { payeeFile, type PayeeFile } from '../../src/money/payees/service.ts'
import { payees } from '../../src/money/payees/table.ts'
import { addObjection, findObjections } from '../../src/money/objections/service.ts'
import { createPayoutRun, type PayoutSources } from '../../src/money/payouts/service.ts'
import { payouts } from '../../src/money/payouts/table.ts'
import { newId } from '../../src/platform/db/columns.ts'
import type { Db } from '../../src/platform/db/db.ts'
import type { Platform } from '../../src/platform/platform.ts'
import type { TestShop, TestUser } from './shop.ts'

/** The ledger of earnings, with the facts of creators in memory. */
export interface TestLedger extends PayoutSources {
  /** Adds an earning that is payable at once, a day ago by default. */
  earn(creatorId: string, cents: number, since?: Date): Promise<void>
  balanceOf(creatorId: string): Promise<number>
  bookings(creatorId: string): Promise<{ kind: string; cents: number }[]>
  names: Map<string, string>
  suspended: Set<string>
  /** Removes all earnings, which only a test may. */
  drop(): Promise<void>
}

/** Books an earning of a gift that nobody gave. */
export const addEarning = (db: Db, creatorId: string, cents: number, since: Date): Promise<void> =>
  db.transaction(async tx => {
    const amounts = { cents, grossCents: cents, baseCents: cents, basisPoints: 10_000 }
    const times = { payableAt: since, createdAt: since }
    const earned = { creatorId, type: 'EARNED', source: 'GIFTS', giftId: newId() } as const
    await appendEntries(tx, earningLedger, [{ ...earned, ...amounts, ...times }])
  })

export function createTestLedger({ db, dataCipher }: Pick<Platform, 'db' | 'dataCipher'>): TestLedger {
  const names = new Map<string, string>()
  const suspended = new Set<string>()
  return {
    ...createPayoutSources({ dataCipher }),
    names,
    suspended,
    findVerifiedName: (_, userId) => Promise.resolve(names.get(userId) ?? null),
    isSuspended: (_, creatorId) => Promise.resolve(suspended.has(creatorId)),
    earn: (creatorId, cents, since = new Date(Date.now() - 86_400_000)) =>
      addEarning(db, creatorId, cents, since),
    async balanceOf(creatorId) {
      const [account] = await db.select().from(earningAccounts).where(eq(earningAccounts.id, creatorId))
      return account?.balanceCents ?? 0
    },
    bookings: creatorId =>
      db
        .select({ kind: earningEntries.type, cents: earningEntries.cents })
        .from(earningEntries)
        .where(and(eq(earningEntries.creatorId, creatorId), ne(earningEntries.type, 'EARNED')))
        .orderBy(earningEntries.type),
    drop: () =>
      db.transaction(async tx => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.delete(earningEntries)
        await tx.delete(earningAccounts)
      }),
  }
}

/** A creator whose details are complete and checked by `by`, with earnings. */
export async function addPayee(
  shop: TestShop,
  ledger: Pick<TestLedger, 'names' | 'earn'>,
  { by, cents, ...changes }: Partial<typeof payees.$inferInsert & PayeeFile> & { by: string; cents: number },
): Promise<string> {
  const { db, dataCipher, now }: Platform = shop.node.platform
  const { user } = await shop.newUser('MODEL')
  const id = newId()
  const { companyName: _none, agreesSelfBilling: _agrees, ...details } = someDetails
  const file: PayeeFile = { ...details, holderName: 'Anna de Vries', ...changes }
  await db.transaction(async tx => {
    const texts = await dataCipher.encrypt(tx, payeeFile, id, JSON.stringify(file))
    const checked = { nameCheck: 'MATCH', nameCheckedBy: by, nameCheckedAt: now() } as const
    const { usableAt = now(), nameCheck } = changes
    const check = nameCheck === null ? {} : { ...checked, ...(nameCheck && { nameCheck }) }
    await tx.insert(payees).values({ id, userId: user.id, ...texts, givenAt: now(), usableAt, ...check })
  })
  ledger.names.set(user.id, file.holderName)
  await ledger.earn(user.id, cents)
  return user.id
}

/** The inputs of the calls by which an admin changes payouts, for `auditedChanges`. */
export function auditedPayoutChanges(
  control: { readonly shop: TestShop },
  who: { admin: TestUser },
): Record<string, () => Promise<object>> {
  const ledger = () => createTestLedger(control.shop.node.platform)
  async function payee() {
    const { db, now } = control.shop.node.platform
    const earn = (creatorId: string, cents: number) => addEarning(db, creatorId, cents, now())
    return addPayee(control.shop, { ...ledger(), earn }, { by: who.admin.user.id, cents: 100 })
  }
  async function due() {
    const { platform } = control.shop.node
    await platform.db.execute(sql`update payout_runs set state = 'CANCELLED' where state = 'DRAFT'`)
    const { settings, version } = (await who.admin.call(readSettings)).body
    await who.admin.call(changeSettings, { ...settings, payoutIban: ibans[1], version })
    return payee()
  }
  async function run() {
    const { platform } = control.shop.node
    const creatorId = await due()
    const runId = await createPayoutRun(platform, ledger(), who.admin.user.id)
    const isTheirs = and(eq(payouts.runId, runId), eq(payouts.creatorId, creatorId))
    const [payout] = await platform.db.select().from(payouts).where(isTheirs)
    return { runId, payoutId: payout?.id, reason: 'Rekening gesloten' }
  }
  return {
    'POST /api/admin/objections/:objectionId/answer': async () => {
      const { platform } = control.shop.node
      const { user } = await control.shop.newUser('MODEL')
      const about = {
        creatorId: user.id,
        subject: 'LINE',
        subjectId: newId(),
        name: 'Toy',
        reason: 'Nee',
      } as const
      await platform.db.transaction(tx => addObjection(tx, platform, about))
      const [objection] = await findObjections(platform, platform.db, user.id)
      return { objectionId: objection?.id, answer: 'Het klopt.' }
    },
    'PUT /api/admin/payees/:userId/name-check': async () => ({
      userId: await payee(),
      version: 0,
      nameCheck: 'CLOSE',
    }),
    'POST /api/admin/payout-runs': async () => {
      await due()
      return {}
    },
    'POST /api/admin/payout-runs/:runId/file': run,
    'POST /api/admin/payouts/:payoutId/return': run,
  }
}
