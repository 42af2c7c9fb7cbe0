import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPaymentSimulation, type PaymentSimulation } from '../../../tests/support/paymentSimulation.ts'
import type { Model } from '../../../tests/support/paymentSimulation.model.ts'
import { mollieCommands, openMollieSide } from '../../../tests/support/paymentSimulation.mollie.ts'
import { openVerotelSide } from '../../../tests/support/paymentSimulation.verotel.ts'
import { verotelCommands } from '../../../tests/support/paymentSimulation.verotel.commands.ts'
import { openPaymentScenario } from '../../../tests/support/paymentSimulation.scenario.ts'
import {
  reconciliationDifferences,
  type ScenarioContext,
} from '../../../tests/support/paymentSimulation.command.ts'
import { paymentCommands } from '../../../tests/support/paymentSimulation.commands.ts'
import { buildBooks } from '../../backoffice/reports/books.rules.ts'
import { readBooks } from '../../backoffice/reports/books.service.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { payments } from './table.ts'
import { listOpenRefundCases, applyRefundResolution } from './admin/refundResolution.service.ts'

/**
 * Events in any order, repeated, late or lost: after every step the database equals the model, and reconciliation
 * finds nothing. `PROPERTY_RUNS=500` for a long run; `PROPERTY_SEED` repeats one.
 */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 4)
const STEPS = 80
const seed = process.env['PROPERTY_SEED']
const DAY = 24 * 3_600_000

/** A new day with its own data; open items of earlier runs are removed. */
async function setUp(
  till: PaymentSimulation,
  stock: [number, number],
): Promise<{ model: Model; real: ScenarioContext }> {
  const { db } = till.platform
  await db.update(payments).set({ pollAt: null })
  till.clock.at += DAY
  till.provider.health = 'well'
  const isSilent = till.side.gateway.silentMinutes !== undefined
  return {
    model: { now: till.clock.at, stock: [...stock], subjects: [], attempts: [], isSilent },
    real: {
      ...(await openPaymentScenario(till, stock)),
      till,
      before: await reconciliationDifferences(till),
    },
  }
}

/** The maximum number of rounds: a refund that is sent again may reveal another failed one. */
const MOST_ROUNDS = 10

/** Completes every queued or failed refund. */
async function mendAll(till: PaymentSimulation): Promise<void> {
  const { db } = till.platform
  const by = (await db.select().from(payments).limit(1))[0]?.userId as string
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const open = await listOpenRefundCases(till.engine)
    if (open.length === 0) return
    for (const { id, state, canBeSent } of open) {
      if (state === 'FAILED')
        await applyRefundResolution(till.platform, id, canBeSent ? 'SEND_AGAIN' : 'BY_HAND', by)
      await till.send(id)
    }
  }
}

const providers: {
  name: string
  open: () => Promise<{ till: PaymentSimulation; own: ReturnType<typeof verotelCommands> }>
}[] = [
  {
    name: 'Mollie',
    open: async () => {
      const till = await openPaymentSimulation(openMollieSide)
      return { till, own: mollieCommands(till.side) }
    },
  },
  {
    name: 'Verotel',
    open: async () => {
      const till = await openPaymentSimulation(openVerotelSide)
      return { till, own: verotelCommands(till.side) }
    },
  },
]

describe.each(providers)('at $name', ({ open }) => {
  let stand: Awaited<ReturnType<typeof open>>
  beforeAll(async () => void (stand = await open()))
  afterAll(() => stand.till.close())

  it(
    'orders, payments, holds and minutes end consistently after any sequence of events',
    { timeout: 180_000 + RUNS * 36_000 },
    async () => {
      const { till, own } = stand
      const stock = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
      const property = fc.asyncProperty(stock, paymentCommands(own, STEPS), (stock, commands) =>
        fc.asyncModelRun(() => setUp(till, stock), commands),
      )
      await fc.assert(property, {
        numRuns: RUNS,
        interruptAfterTimeLimit: 120_000 + RUNS * 30_000,
        markInterruptAsFailure: true,
        ...(seed && { seed: Number(seed) }),
      })
      till.provider.health = 'well'
      await mendAll(till)
      const later = new Date(till.clock.at + DAY)
      await vi.waitFor(async () => expect(await findDiscrepancies(till.platform.db, later)).toEqual([]), {
        timeout: 10_000,
        interval: 200,
      })
      const sums = await readBooks(till.platform.db, sql`'infinity'::timestamptz`)
      expect(buildBooks(sums), 'the book-keeper’s equation').not.toHaveProperty('warnings')
      expect(sums.paid).toBeGreaterThan(0)
    },
  )
})
