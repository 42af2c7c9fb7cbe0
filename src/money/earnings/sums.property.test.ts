import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addLot, addTestShare, entriesOf, playMinutes } from '../../../tests/support/earnings.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { queryRow } from '../../platform/db/sql.ts'
import { sql } from 'drizzle-orm'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { includedVat } from '../vat/rules.ts'
import { followChain } from './chain.service.ts'
import { takeBackMinuteEarnings } from './service.ts'
import { findStatement } from './statement.service.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const lot = fc.record({
  minutes: fc.integer({ min: 1, max: 40 }),
  value: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 9000 })),
  rate: fc.constantFrom(0, 1900, 2100, 2700),
  fee: fc.integer({ min: 0, max: 99 }),
  isFinal: fc.boolean(),
})
const history = fc.record({
  lots: fc.array(lot, { minLength: 1, maxLength: 4 }),
  terms: fc.record({
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
    deductsFee: fc.boolean(),
    freeMinuteCents: fc.option(fc.integer({ min: 0, max: 300 })),
  }),
  /** Of sessions, the minutes of each of their spends. */
  sessions: fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }), {
    maxLength: 4,
  }),
  /** The part of the price of the first lot that goes back, in percent. */
  back: fc.option(fc.integer({ min: 1, max: 120 })),
})

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)

it('every cent of every played minute ends once in seller, creator, fee or VAT', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ lots, terms, sessions, back }) => {
      const { db } = shop.node.platform
      const { id: creatorId } = (await shop.newUser('MODEL')).user
      const { id: playerId } = (await shop.newUser()).user
      await addTestShare(shop, admin.user.id, creatorId, terms)
      const purchases: (string | null)[] = []
      const later = new Date(Date.now() + 60_000)
      for (const { rate, isFinal, ...each } of lots) {
        const finalAt = isFinal ? {} : { finalAt: later }
        purchases.push(
          await addLot(shop, playerId, { ...each, vat: includedVat(each.value, rate), ...finalAt }),
        )
      }
      let left = sum(lots.map(({ minutes }) => minutes))
      for (const spends of sessions) {
        const session = { sessionId: randomUUID(), startedAt: new Date(), creatorId, playerId }
        for (const minutes of spends) {
          await playMinutes(shop, session, minutes)
          left -= Math.min(left, minutes)
        }
        const own = (await entriesOf(shop, creatorId)).filter(
          ({ sessionId }) => sessionId === session.sessionId,
        )
        // A session is rounded once.
        const base = sum(own.map(({ baseCents }) => baseCents))
        expect(sum(own.map(({ cents }) => cents))).toBe(
          Math.floor((base * terms.basisPoints + 5000) / 10_000),
        )
      }
      const entries = await entriesOf(shop, creatorId)
      for (const { vatCents, feeCents, cents } of entries)
        expect(Math.min(vatCents, feeCents, cents)).toBeGreaterThanOrEqual(0)
      const played = await queryRow<{ value: number; vat: number; fee: number; lots: number }>(
        db,
        sql`select coalesce(sum(value_cents), 0)::int as value, coalesce(sum(vat_cents), 0)::int as vat,
            coalesce(sum(fee_cents), 0)::int as fee, count(*)::int as lots
          from minute_lots where user_id = ${playerId}::uuid and spent = minutes`,
      )
      // Of lots that were played to their end, the parts are the whole.
      if (left === 0) {
        expect(played.lots).toBe(lots.length)
        for (const [name, column] of [
          ['value', 'grossCents'],
          ['vat', 'vatCents'],
          ['fee', 'feeCents'],
        ] as const)
          expect(sum(entries.map(entry => entry[column]))).toBe(played[name])
        const seller = sum(entries.map(each => each.grossCents - each.vatCents - each.feeCents - each.cents))
        const creator = sum(entries.map(({ cents }) => cents))
        expect(seller + creator + played.vat + played.fee).toBe(sum(lots.map(({ value }) => value)))
      }
      const [purchaseId] = purchases
      if (purchaseId && back !== null) {
        const backCents = Math.floor((sum(lots.slice(0, 1).map(({ value }) => value)) * back) / 100)
        const takeBack = (causeId: string) =>
          db.transaction(tx =>
            takeBackMinuteEarnings(tx, shop.node.platform, { purchaseId, causeId, backCents }),
          )
        await takeBack(randomUUID())
        const once = sum((await entriesOf(shop, creatorId)).map(({ cents }) => cents))
        await takeBack(randomUUID())
        expect(sum((await entriesOf(shop, creatorId)).map(({ cents }) => cents))).toBe(once)
        expect(once).toBeGreaterThanOrEqual(0)
        if (lots[0]?.isFinal) expect(once).toBe(sum(entries.map(({ cents }) => cents)))
        else if (back >= 100) {
          const others = entries.filter(entry => entry.purchaseId !== purchaseId)
          expect(once).toBe(sum(others.map(({ cents }) => cents)))
        }
      }
      const all = await findStatement(db, creatorId, new Date(0), new Date(Date.now() + 3_600_000))
      expect(followChain(all.from, all.entries).brokenAt).toBeNull()
      const wrong = await findDiscrepancies(db, new Date(0))
      expect(wrong.filter(({ check }) => check.startsWith('earnings.'))).toEqual([])
    }),
    { numRuns: 40 },
  )
}, 120_000)
