import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  insertCustomer,
  openPaymentSimulation,
  type PaymentSimulation,
} from '../../../tests/support/paymentSimulation.ts'
import { openMollieSide } from '../../../tests/support/paymentSimulation.mollie.ts'
import { users } from '../../people/accounts/table.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { addMinuteEntry, getSessionCostCents, spendMinutes } from './service.ts'
import { minuteEntries } from './table.ts'

/** Minutes credited at any price and spent in any session: checks balance, ledger and value, oldest minutes first. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 40)

let till: PaymentSimulation
beforeAll(async () => void (till = await openPaymentSimulation(openMollieSide)))
afterAll(() => till.close())

/** A credit, and how much of it is spent. */
interface Credit {
  minutes: number
  valueCents: number
  gone: number
}

type Event =
  | { does: 'credit'; minutes: number; valueCents: number }
  /** A session that spends minutes; `atOnce` is the number of simultaneous sessions. */
  | { does: 'session'; spends: number[]; atOnce: boolean }
  | { does: 'take'; minutes: number }

const minutes = fc.integer({ min: 1, max: 12 })
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    does: fc.constant('credit' as const),
    minutes,
    valueCents: fc.constantFrom(0, 7, 800, 1000, 9999),
  }),
  fc.record({
    does: fc.constant('session' as const),
    spends: fc.array(minutes, { maxLength: 4 }),
    atOnce: fc.boolean(),
  }),
  fc.record({ does: fc.constant('take' as const), minutes }),
)

const left = (credits: Credit[]): number => credits.reduce((sum, each) => sum + each.minutes - each.gone, 0)

/**
 * Takes minutes from the oldest credits.
 * @returns their value; rounding differences stay with the rest of a credit
 */
function consume(credits: Credit[], wanted: number): number {
  let value = 0
  for (const credit of credits) {
    const taken = Math.min(wanted, credit.minutes - credit.gone)
    const worth = (gone: number) => Math.floor((credit.valueCents * gone) / credit.minutes)
    value += worth(credit.gone + taken) - worth(credit.gone)
    credit.gone += taken
    wanted -= taken
  }
  return value
}

/** Runs a step, updates the model, and returns the cost. */
async function happen(userId: string, credits: Credit[], event: Event): Promise<void> {
  const { db } = till.platform
  if (event.does === 'credit') {
    const { minutes, valueCents } = event
    const kind = valueCents > 0 ? ('ADJUSTMENT' as const) : ('GIFT' as const)
    await db.transaction(tx => addMinuteEntry(tx, { userId, kind, minutes, valueCents }))
    credits.push({ minutes, valueCents, gone: 0 })
    // The order of credits is determined by their time in milliseconds.
    return pause(2)
  }
  if (event.does === 'take') return take(userId, credits, event.minutes)
  const session = randomUUID()
  const spend = (wanted: number) => db.transaction(tx => spendMinutes(tx, userId, session, wanted))
  const spent = event.atOnce ? await Promise.all(event.spends.map(spend)) : []
  if (!event.atOnce) for (const wanted of event.spends) spent.push(await spend(wanted))
  const all = spent.reduce((sum, each) => sum + each, 0)
  const asked = event.spends.reduce((sum, each) => sum + each, 0)
  expect(all).toBe(Math.min(asked, left(credits)))
  const value = consume(credits, all)
  expect(await getSessionCostCents(db, session)).toBe(value)
}

/** Removes minutes, all or none. */
async function take(userId: string, credits: Credit[], minutes: number): Promise<void> {
  const taking = till.platform.db.transaction(tx =>
    addMinuteEntry(tx, { userId, kind: 'ADJUSTMENT', minutes: -minutes }),
  )
  if (minutes > left(credits)) await expect(taking).rejects.toMatchObject({ code: 'INSUFFICIENT_MINUTES' })
  else {
    await taking
    consume(credits, minutes)
  }
}

it(
  'balance, ledger and value agree after any credits and debits',
  { timeout: 60_000 + RUNS * 10_000 },
  async () => {
    const { db } = till.platform
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async events => {
        const { userId } = await insertCustomer(till.platform)
        const credits: Credit[] = []
        for (const each of events) {
          await happen(userId, credits, each)
          const [user] = await db
            .select({ balance: users.minutesBalance })
            .from(users)
            .where(eq(users.id, userId))
          expect(user?.balance).toBe(left(credits))
        }
        expect(await findDiscrepancies(db, new Date(0))).toEqual([])
      }),
      { numRuns: RUNS },
    )
  },
)

it(
  'the cost of minutes is exact to the cent over any number of sessions',
  { timeout: 60_000 + RUNS * 5000 },
  async () => {
    const { db } = till.platform
    const parts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(parts, fc.integer({ min: 1, max: 9999 }), async (parts, valueCents) => {
        const { userId } = await insertCustomer(till.platform)
        const minutes = parts.reduce((sum, part) => sum + part, 0)
        await db.transaction(tx => addMinuteEntry(tx, { userId, kind: 'ADJUSTMENT', minutes, valueCents }))
        let cost = 0
        for (const part of parts) {
          const session = randomUUID()
          await db.transaction(tx => spendMinutes(tx, userId, session, part))
          cost += await getSessionCostCents(db, session)
        }
        expect(cost).toBe(valueCents)
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    )
  },
)

it('the ledger refuses update, delete and truncate', async () => {
  const { db } = till.platform
  const { userId } = await insertCustomer(till.platform)
  await db.transaction(tx => addMinuteEntry(tx, { userId, kind: 'GIFT', minutes: 3 }))
  const mine = eq(minuteEntries.userId, userId)
  await expect(db.update(minuteEntries).set({ minutes: 30 }).where(mine)).rejects.toThrow('update')
  await expect(db.delete(minuteEntries).where(mine)).rejects.toThrow('delete')
  await expect(db.execute('truncate minute_entries')).rejects.toThrow('truncate')
  const kept = await db.select().from(minuteEntries).where(mine).orderBy(asc(minuteEntries.id))
  expect(kept.map(entry => entry.minutes)).toEqual([3])
})
