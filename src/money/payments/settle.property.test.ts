import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openPaymentSimulation, type PaymentSimulation } from '../../../tests/support/paymentSimulation.ts'
import type { Model } from '../../../tests/support/paymentSimulation.model.ts'
import { openPaymentScenario } from '../../../tests/support/paymentSimulation.scenario.ts'
import {
  reconciliationDifferences,
  type ScenarioContext,
} from '../../../tests/support/paymentSimulation.command.ts'
import { paymentCommands } from '../../../tests/support/paymentSimulation.commands.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { applyRefundResolution, listOpenRefundCases } from './refundResolution.service.ts'
import { payments } from './table.ts'

/**
 * Events in any order, repeated, late or lost: after every step the database equals the model, and reconciliation
 * finds nothing. `PROPERTY_RUNS=500` for a long run; `PROPERTY_SEED` repeats one.
 */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 8)
const STEPS = 80
const seed = process.env['PROPERTY_SEED']
const DAY = 24 * 3_600_000

let till: PaymentSimulation
beforeAll(async () => void (till = await openPaymentSimulation()))
afterAll(() => till.close())

/** A new day with its own data; open items of earlier runs are removed. */
async function setUp(stock: [number, number]): Promise<{ model: Model; real: ScenarioContext }> {
  const { db } = till.platform
  await db.update(payments).set({ askAt: null })
  till.clock.at += DAY
  till.provider.health = 'well'
  return {
    model: { now: till.clock.at, stock: [...stock], subjects: [], attempts: [], spent: 0 },
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
async function mendAll(): Promise<void> {
  const { db } = till.platform
  const by = (await db.select().from(payments).limit(1))[0]?.userId as string
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const open = await listOpenRefundCases(db, till.engine.effects)
    if (open.length === 0) return
    for (const { id, state } of open) {
      if (state === 'FAILED') await applyRefundResolution(till.platform, id, 'SEND_AGAIN', by)
      await till.send(id)
    }
  }
}

it(
  'orders, payments, holds and minutes end consistently after any sequence of events',
  { timeout: 180_000 + RUNS * 36_000 },
  async () => {
    const stock = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    const property = fc.asyncProperty(stock, paymentCommands(STEPS), (stock, commands) =>
      fc.asyncModelRun(() => setUp(stock), commands),
    )
    await fc.assert(property, {
      numRuns: RUNS,
      interruptAfterTimeLimit: 120_000 + RUNS * 30_000,
      markInterruptAsFailure: true,
      ...(seed && { seed: Number(seed) }),
    })
    till.provider.health = 'well'
    await mendAll()
    const later = new Date(till.clock.at + DAY)
    await vi.waitFor(async () => expect(await findDiscrepancies(till.platform.db, later)).toEqual([]), {
      timeout: 10_000,
      interval: 200,
    })
  },
)
