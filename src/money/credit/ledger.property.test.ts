import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { queryRow } from '../../platform/db/sql.ts'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { spendOnOrder } from '../../shop/orders/credit.service.ts'
import { orders } from '../../shop/orders/table.ts'
import { planCredit } from './plan.rules.ts'
import { releaseCredit } from './release.service.ts'
import { digestOf, quoteCredit, settleCredit, spendCredit } from './spend.service.ts'
import { creditAccounts, creditEntries } from './table.ts'

let shop: TestShop
let buyer: TestUser
beforeAll(async () => {
  shop = await openShop()
  buyer = await shop.newUser()
})
afterAll(() => shop.close())

const now = new Date()
const future = new Date(now.getTime() + 86_400_000)
const past = new Date(now.getTime() - 1000)

const card = fc.record({
  cents: fc.integer({ min: 0, max: 3000 }),
  isBlocked: fc.boolean(),
  isExpired: fc.boolean(),
})
const choice = fc.record({
  cards: fc.array(card, { maxLength: 5 }),
  storeCredit: fc.integer({ min: 0, max: 3000 }),
  useStoreCredit: fc.boolean(),
  payableCents: fc.integer({ min: 1, max: 8000 }),
  others: fc.integer({ min: 0, max: 1000 }),
  end: fc.constantFrom('RELEASE', 'RELEASE_WHEN_EXPIRED', 'SETTLE', null),
})

async function ownBalance(tx: Tx): Promise<number | undefined> {
  const found = await tx.select().from(creditAccounts).where(eq(creditAccounts.userId, buyer.user.id))
  return found[0]?.balanceCents
}

class RolledBack extends Error {}

it('the statement spends the amounts of the rule and the summary, and the ledger is the balance before and after', async () => {
  const { db } = shop.node.platform
  const run = async ({ cards, storeCredit, useStoreCredit, payableCents, others, end }: Choice) =>
    db.transaction(async tx => {
      const accounts = cards.map(({ cents, isBlocked, isExpired }, index) => ({
        id: randomUUIDv7(),
        kind: 'GIFT_CARD' as const,
        userId: null,
        codeDigest: digestOf(`code-${index}`),
        lastFour: `${1000 + index}`,
        balanceCents: cents,
        initialCents: 5000,
        expiresAt: isExpired ? past : future,
        deliverOn: '2026-01-01',
        blockedAt: isBlocked ? past : null,
        isBlocked,
        isExpired,
      }))
      const own = {
        id: randomUUIDv7(),
        kind: 'STORE_CREDIT' as const,
        userId: buyer.user.id,
        codeDigest: null,
        lastFour: null,
        balanceCents: storeCredit,
        isBlocked: false,
        isExpired: false,
      }
      // In another order than they are used.
      for (const { isBlocked: _, isExpired: __, balanceCents: cents, ...row } of [
        own,
        ...accounts.toReversed(),
      ]) {
        await tx.insert(creditAccounts).values(row)
        if (cents > 0) await tx.insert(creditEntries).values({ accountId: row.id, cents, kind: 'ISSUE' })
      }
      const subjectId = randomUUIDv7()
      const purchase = { userId: buyer.user.id, totalCents: payableCents + others, payableCents, now }
      const paying = { ...purchase, giftCards: accounts.map((_, index) => `code-${index}`), useStoreCredit }
      const quote = await quoteCredit(tx, paying)
      const plan = planCredit([...accounts, ...(useStoreCredit ? [own] : [])], payableCents)
      const taken = plan.reduce((sum, { cents }) => sum + cents, 0)
      expect(quote.due).toBe(payableCents + others - taken)
      const due = await spendCredit(tx, spendOnOrder, {
        ...paying,
        kind: 'ORDER',
        subjectId,
        expectedDue: quote.due,
      })
      expect(due).toBe(quote.due)
      const balances = async () =>
        (await tx.select().from(creditAccounts)).reduce((sum, { balanceCents }) => sum + balanceCents, 0)
      const before = [own, ...accounts].reduce((sum, { balanceCents }) => sum + balanceCents, 0)
      expect(await balances()).toBe(before - taken)
      const isReleased = end === 'RELEASE' || end === 'RELEASE_WHEN_EXPIRED'
      const at = end === 'RELEASE_WHEN_EXPIRED' ? future : now
      if (isReleased) await releaseCredit(tx, orders, subjectId, at)
      if (end === 'SETTLE') await settleCredit(tx, subjectId, now)
      // Once more changes nothing.
      if (end !== null) await releaseCredit(tx, orders, subjectId, at)
      expect(await balances()).toBe(isReleased ? before : before - taken)
      if (end === 'RELEASE_WHEN_EXPIRED')
        expect(await ownBalance(tx)).toBe(
          storeCredit +
            plan.reduce((sum, { account, cents }) => sum + (account.kind === 'GIFT_CARD' ? cents : 0), 0),
        )
      const { wrong } = await queryRow<{ wrong: number }>(
        tx,
        sql`select count(*)::int as wrong from ${creditAccounts} a where a.balance_cents <> (
          select coalesce(sum(e.cents), 0) from ${creditEntries} e where e.account_id = a.id
        )`,
      )
      expect(wrong).toBe(0)
      throw new RolledBack()
    })
  await fc.assert(
    fc.asyncProperty(choice, async each => {
      await expect(run(each)).rejects.toBeInstanceOf(RolledBack)
    }),
    { numRuns: 60 },
  )
})

type Choice = ReturnType<typeof choice.generate>['value']
