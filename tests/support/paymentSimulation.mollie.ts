import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { changeRefundStatus, createDashboardRefund } from '../../simulators/mollie/refund.service.ts'
import { mollieSimulator } from '../../simulators/mollie/routes.ts'
import type { MolliePaymentStatus } from '../../simulators/mollie/rules.ts'
import { expireOverdue, forgetIdempotencyKeys, replaceFaults } from '../../simulators/mollie/service.ts'
import { simulatorPayments, simulatorRefunds } from '../../simulators/mollie/table.ts'
import { mollieProvider } from '../../src/money/payments/providers/mollie/gateway.ts'
import { agePayments } from './payments.ts'
import { commandOnAttempt, expectSame, isProviderHealthy } from './paymentSimulation.command.ts'
import * as rules from './paymentSimulation.model.ts'
import { commandOnRefund } from './paymentSimulation.refunds.ts'
import type { ProviderSide, ProviderStand } from './paymentSimulation.ts'

const paymentIdThere = sql<string>`${simulatorPayments.metadata}->>'paymentId'`

/** Mollie, as its simulator plays it, without webhooks of its own. */
export async function openMollieSide({ db, now, log, simulator, origin }: ProviderStand) {
  await simulator.register(mollieSimulator, { db, now, publicUrl: origin })
  await replaceFaults(db, { dropWebhooks: true })
  const decide = async (providerId: string, status: MolliePaymentStatus) =>
    void (await db.update(simulatorPayments).set({ status }).where(eq(simulatorPayments.id, providerId)))
  return {
    gateway: mollieProvider({ apiBase: origin, apiKey: 'test_key', log }),
    isAskedToCreate: true,
    async providerIdOf(paymentId: string): Promise<string | undefined> {
      const [made] = await db
        .select({ id: simulatorPayments.id })
        .from(simulatorPayments)
        .where(eq(paymentIdThere, paymentId))
      return made?.id
    },
    async givenBack(): Promise<Map<string, number>> {
      const made = await db
        .select({ paymentId: paymentIdThere, cents: simulatorPayments.refundedCents })
        .from(simulatorPayments)
      return new Map(made.map(({ paymentId, cents }) => [paymentId, cents]))
    },
    pay: (providerId: string) => decide(providerId, 'paid'),
    /** Changes the status of a payment, without a webhook. */
    decide,
    /** The database's clock wrote when payments began. */
    age: async (minutes: number) => void (await agePayments(db, minutes)),
    catchUp: () => expireOverdue(db, now()),
    forgetKeys: () => forgetIdempotencyKeys(db),
    /** Creates and completes a refund in the provider's own web app, without a webhook. */
    async giveAtDashboard(providerId: string, value: number): Promise<void> {
      const { id } = await createDashboardRefund(db, providerId, { currency: 'EUR', value }, now())
      await changeRefundStatus(db, id, 'refunded', now())
    },
    /** Makes a refund fail, without a webhook. */
    async failRefund(refundId: string): Promise<void> {
      const ours = sql`${simulatorRefunds.metadata}->>'refundId' = ${refundId}`
      const stands = sql`${simulatorRefunds.status} not in ('failed', 'canceled')`
      const [made] = await db.select().from(simulatorRefunds).where(and(ours, stands))
      // Makes it due, whatever the provider's clock says.
      await db
        .update(simulatorRefunds)
        .set({ status: 'processing' })
        .where(eq(simulatorRefunds.id, made?.id ?? ''))
      await changeRefundStatus(db, made?.id ?? '', 'failed', now())
    },
    close: () => Promise.resolve(),
  } satisfies ProviderSide & Record<string, unknown>
}

type MollieSide = Awaited<ReturnType<typeof openMollieSide>>

const outcomes = {
  failed: 'FAILED',
  canceled: 'CANCELLED',
  expired: 'EXPIRED',
  pending: 'PENDING',
} as const

/** An amount in cents that nothing else has. */
const BY_HAND = 37

/** The steps that only Mollie knows; more likely ones are listed more than once. */
export function mollieCommands(side: MollieSide) {
  const decide = fc
    .constantFrom<keyof typeof outcomes>('failed', 'canceled', 'expired', 'pending')
    .chain(outcome =>
      commandOnAttempt(`provider: ${outcome}`, async (model, scene, at, attempt) => {
        const before = rules.providerStatusOf(model, attempt)
        // A final status stays.
        if (before === null || rules.isFinalPayment(before)) return
        attempt.said = outcomes[outcome]
        await side.decide(await scene.providerIdOf(at), outcome)
      }),
    )
  const dashboard = commandOnAttempt('give back at the dashboard', async (_, scene, at, attempt) => {
    const fits = rules.refundedCents(attempt) + BY_HAND <= attempt.subject.cents
    if (!isProviderHealthy(scene) || attempt.status !== 'PAID' || !fits) return
    rules.addExternalRefund(attempt, BY_HAND)
    rules.receiveRefunds(attempt)
    await side.giveAtDashboard(await scene.providerIdOf(at), BY_HAND)
    expectSame(await scene.settle(at, 2), [null, null])
  })
  const fail = fc.boolean().chain(isTold =>
    commandOnRefund(
      `a refund fails${isTold ? ', and webhooks say so' : ''}`,
      ({ there }) => there === 'STANDING',
      async (scene, refund, refundId, { at, attempt }) => {
        refund.there = 'FAILED'
        await side.failRefund(refundId)
        if (!isTold || !isProviderHealthy(scene)) return
        rules.receiveRefunds(attempt)
        expectSame(await scene.settle(at, 2), [null, null])
      },
    ),
  )
  return [decide, dashboard, fail, fail]
}
