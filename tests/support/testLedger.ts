import { eq, sql } from 'drizzle-orm'
import { payeeFile, type PayeeFile } from '../../src/money/payees/service.ts'
import { payees } from '../../src/money/payees/table.ts'
import { createPayoutRun, type PayoutSources } from '../../src/money/payouts/service.ts'
import { payouts } from '../../src/money/payouts/table.ts'
import { newId } from '../../src/platform/db/columns.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { queryRows } from '../../src/platform/db/sql.ts'
import type { Platform } from '../../src/platform/platform.ts'
import type { TestShop, TestUser } from './shop.ts'

/** Valid IBANs of nobody. */
export const ibans = ['NL91ABNA0417164300', 'BE68539007547034', 'DE89370400440532013000'] as const

export const someDetails = {
  street: 'Kerkstraat 1',
  postalCode: '1017 AA',
  city: 'Amsterdam',
  country: 'NL',
  taxNumber: '111222333',
  vatStatus: 'PRIVATE',
  vatNumber: null,
  holder: 'PERSON',
  companyName: null,
  iban: ibans[0],
} as const

/** A ledger of earnings in tables of its own, with the facts of creators in memory. */
export interface TestLedger extends PayoutSources {
  /** Adds earnings that are payable at once, a day ago by default. */
  earn(creatorId: string, cents: number, since?: Date): Promise<void>
  balanceOf(creatorId: string): Promise<number>
  bookings(creatorId: string): Promise<{ kind: string; cents: number }[]>
  names: Map<string, string>
  suspended: Set<string>
  drop(): Promise<void>
}

export async function createTestLedger(db: Db): Promise<TestLedger> {
  await db.execute(
    sql`create table test_earners (creator_id uuid primary key, first_earned_at timestamptz not null)`,
  )
  await db.execute(sql`
    create table test_earnings (creator_id uuid, payout_id uuid, kind text, cents int, unique (payout_id, kind))`)
  const names = new Map<string, string>()
  const suspended = new Set<string>()
  const add = (on: Db, creatorId: string, payoutId: string, kind: string, cents: number) =>
    on.execute(sql`insert into test_earnings values (${creatorId}, ${payoutId}, ${kind}, ${cents})`)
  const balanceOf = async (on: Db, creatorId: string) => {
    const [row] = await queryRows<{ cents: number }>(
      on,
      sql`select coalesce(sum(cents), 0)::int as cents from test_earnings where creator_id = ${creatorId}`,
    )
    return row?.cents ?? 0
  }
  return {
    names,
    suspended,
    findVerifiedName: (_, userId) => Promise.resolve(names.get(userId) ?? null),
    isSuspended: (_, creatorId) => Promise.resolve(suspended.has(creatorId)),
    listEarners: async on => {
      const rows = await queryRows<{ creator_id: string; first_earned_at: string }>(
        on,
        sql`select * from test_earners`,
      )
      return rows.map(row => ({ creatorId: row.creator_id, firstEarnedAt: new Date(row.first_earned_at) }))
    },
    ledger: {
      async payableCents(tx, creatorId) {
        await tx.execute(sql`select from test_earners where creator_id = ${creatorId} for update`)
        return balanceOf(tx, creatorId)
      },
      bookPayout: async (tx, { creatorId, payoutId, cents }) =>
        void (await add(tx, creatorId, payoutId, 'PAID_OUT', -cents)),
      bookPayoutReturn: async (tx, { creatorId, payoutId, cents }) =>
        void (await add(tx, creatorId, payoutId, 'RETURNED', cents)),
    },
    async earn(creatorId, cents, since = new Date(Date.now() - 86_400_000)) {
      await db.execute(
        sql`insert into test_earners values (${creatorId}, ${since.toISOString()}::timestamptz) on conflict do nothing`,
      )
      await add(db, creatorId, newId(), 'EARNED', cents)
    },
    balanceOf: creatorId => balanceOf(db, creatorId),
    bookings: creatorId =>
      queryRows(
        db,
        sql`select kind, cents from test_earnings where creator_id = ${creatorId} and kind <> 'EARNED' order by kind`,
      ),
    async drop() {
      await db.execute(sql`drop table test_earnings`)
      await db.execute(sql`drop table test_earners`)
    },
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
  const { companyName: _none, ...details } = someDetails
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
  const nothing = () => Promise.resolve()
  const names = new Map<string, string>()
  const payee = async (sources: Pick<TestLedger, 'names' | 'earn'> = { names, earn: nothing }) =>
    addPayee(control.shop, sources, { by: who.admin.user.id, cents: 100 })
  async function run() {
    const { platform } = control.shop.node
    await platform.db.execute(sql`update payout_runs set state = 'CANCELLED' where state = 'DRAFT'`)
    const creatorId = await payee()
    const runId = await createPayoutRun(
      {
        ...platform,
        settings: { ...platform.settings, current: { ...platform.settings.current, payoutIban: ibans[1] } },
      },
      {
        listEarners: () => Promise.resolve([{ creatorId, firstEarnedAt: new Date() }]),
        findVerifiedName: () => Promise.resolve(null),
        isSuspended: () => Promise.resolve(false),
        ledger: { payableCents: () => Promise.resolve(100), bookPayout: nothing, bookPayoutReturn: nothing },
      },
      who.admin.user.id,
    )
    const [payout] = await platform.db.select().from(payouts).where(eq(payouts.runId, runId))
    return { runId, payoutId: payout?.id, reason: 'Rekening gesloten' }
  }
  return {
    'PUT /api/admin/payees/:userId/name-check': async () => ({
      userId: await payee(),
      version: 0,
      nameCheck: 'CLOSE',
    }),
    'POST /api/admin/payout-runs/:runId/file': run,
    'POST /api/admin/payouts/:payoutId/return': run,
  }
}
