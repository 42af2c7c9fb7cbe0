import type { AddressInfo } from 'node:net'
import { createHmac, randomUUIDv7 } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { fastify } from 'fastify'
import { mollieSimulator } from '../../simulators/mollie/routes.ts'
import { changeRefundStatus, createDashboardRefund } from '../../simulators/mollie/refund.service.ts'
import { expireOverdue, forgetIdempotencyKeys, replaceFaults } from '../../simulators/mollie/service.ts'
import { simulatorPayments, simulatorRefunds } from '../../simulators/mollie/table.ts'
import type { MolliePaymentStatus } from '../../simulators/mollie/rules.ts'
import { invoiceSources, paymentEffects } from '../../src/app/paymentEffects.ts'
import { users } from '../../src/people/accounts/table.ts'
import { addresses } from '../../src/people/addresses/table.ts'
import {
  creditNoteJob,
  createCreditNote,
  invoiceJob,
  invoicePurchase,
} from '../../src/money/invoices/issue.service.ts'
import { sendRefund } from '../../src/money/payments/sendRefund.service.ts'
import { refreshPaymentJob } from '../../src/money/payments/settle.service.ts'
import type { PaymentEngine } from '../../src/money/payments/effects.service.ts'
import { MOLLIE } from '../../src/money/payments/contract.ts'
import { mollieGateway } from '../../src/money/payments/mollie.gateway.ts'
import type { PaymentGateway } from '../../src/money/payments/gateway.ts'
import { refundJob } from '../../src/money/payments/refund.service.ts'
import { paymentGateways } from '../../src/money/payments/service.ts'
import { createBus } from '../../src/platform/bus.ts'
import { readConfig } from '../../src/platform/config.ts'
import { startJobs } from '../../src/platform/jobs.ts'
import { createDataCipher } from '../../src/platform/dataCipher.ts'
import { createKeyWrapper } from '../../src/platform/dataKeys.ts'
import { createLog } from '../../src/platform/log.ts'
import { mailJob } from '../../src/platform/mail.ts'
import { openContentCache } from '../../src/people/content/cache.service.ts'
import { openVatRates } from '../../src/money/vat/rates.service.ts'
import { openSettingsCache } from '../../src/money/settings/service.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { privateFolder } from '../../src/platform/privateFiles.ts'
import { folderStorage } from '../../src/platform/storage.ts'
import { Problem } from '../../src/wire/problem.ts'
import { openTestDatabase } from './database.ts'
import { someAddress } from './fixtures.ts'
import { agePayments } from './payments.ts'

/** The provider's state: with `deaf` it carries out requests, and its answers are lost. */
export type ProviderHealth = 'well' | 'away' | 'deaf'

export type PaymentSimulation = Awaited<ReturnType<typeof openPaymentSimulation>>

/**
 * The payment services on an embedded database and the simulated provider, with a clock that a test advances. No timers, webhooks or
 * refunds run by themselves: the test decides when and how often each runs.
 */
export async function openPaymentSimulation() {
  const database = await openTestDatabase()
  const { db } = database
  const clock = { at: Date.parse('2026-11-20T12:00:00Z') }
  const provider = { health: 'well' as ProviderHealth }
  const now = () => new Date(clock.at)
  const log = createLog('silent')
  const simulator = fastify({ forceCloseConnections: true })
  const origin = () => `http://127.0.0.1:${(simulator.server.address() as AddressInfo).port}`
  await simulator.register(mollieSimulator, { db, now, publicUrl: origin })
  await simulator.listen({ host: '127.0.0.1', port: 0 })
  await replaceFaults(db, { dropWebhooks: true })
  const gateway = withProviderHealth(mollieGateway({ apiBase: origin, apiKey: 'test_key', log }), provider)
  const gateways = paymentGateways([gateway], { ORDER: MOLLIE, MINUTES: MOLLIE, GIFT: MOLLIE })
  const config = readConfig({ NODE_ENV: 'test' })
  const jobs = await startJobs(database, { log })
  const storage = folderStorage(config.dataDir)
  const bus = createBus()
  const settings = await openSettingsCache({ db, bus, log, config })
  const content = await openContentCache({ db, bus, log })
  const vatRates = await openVatRates({ db, bus, log })
  const keyFor = (purpose: string) => createHmac('sha256', 'till').update(purpose).digest()
  const platform: Platform = {
    config,
    db,
    pipelinedReads: db,
    pipelinedWrites: db,
    pipelinedSearches: db,
    staleReads: () => db,
    jobs,
    draining: new AbortController().signal,
    settings,
    content,
    vatRates,
    bus,
    rateLimitStore: null,
    storage,
    files: privateFolder(config.dataDir),
    areFilesReachable: () => true,
    log,
    now,
    origin,
    keyFor,
    earlierKeyFor: null,
    dataCipher: createDataCipher(createKeyWrapper(keyFor, null), log, now),
  }
  await jobs.work(invoiceJob, ({ kind, subjectId }) =>
    invoicePurchase(platform, invoiceSources, kind, subjectId),
  )
  await jobs.work(creditNoteJob, ({ refundId }) => createCreditNote(platform, invoiceSources, refundId))
  await jobs.work(refundJob, () => Promise.resolve())
  await jobs.work(refreshPaymentJob, () => Promise.resolve())
  await jobs.work(mailJob, () => Promise.resolve())
  const engine: PaymentEngine = { platform, gateways, effects: paymentEffects }
  return {
    platform,
    gateways,
    engine,
    clock,
    provider,
    /** Advances the clock of the shop, and that of the database as far as payments depend on it. */
    async pass(minutes: number): Promise<void> {
      clock.at += minutes * 60_000
      await agePayments(db, minutes)
    },
    /** The provider's id of one of our payments, also when we never received it. */
    async providerIdOf(paymentId: string): Promise<string | undefined> {
      const [made] = await db
        .select({ id: simulatorPayments.id })
        .from(simulatorPayments)
        .where(sql`${simulatorPayments.metadata}->>'paymentId' = ${paymentId}`)
      return made?.id
    },
    /** Changes the status of a payment at the provider, without a webhook. */
    decide: async (providerId: string, status: MolliePaymentStatus) =>
      void (await db.update(simulatorPayments).set({ status }).where(eq(simulatorPayments.id, providerId))),
    /** Sends a refund attempt; the provider may have deleted its idempotency key. */
    async send(refundId: string): Promise<void> {
      await forgetIdempotencyKeys(db)
      await sendRefund(engine, refundId)
    },
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
    /** The work that the simulator does every second. */
    expireOverdue: () => expireOverdue(db, now()),
    async close() {
      await simulator.close()
      await jobs.stop()
      await database.close()
    },
  }
}

function withProviderHealth(gateway: PaymentGateway, provider: { health: ProviderHealth }): PaymentGateway {
  const heard = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (provider.health === 'away') throw new Problem('PROVIDER_UNAVAILABLE')
    const answer = await ask()
    if (provider.health === 'deaf') throw new Problem('PROVIDER_UNAVAILABLE')
    return answer
  }
  return {
    ...gateway,
    create: payment => heard(() => gateway.create(payment)),
    fetch: (providerId, timeoutMs) => heard(() => gateway.fetch(providerId, timeoutMs)),
    refund: refund => heard(() => gateway.refund(refund)),
    readPage: (list, from) => heard(() => gateway.readPage(list, from)),
  }
}

/** A customer with an address, who never signs in. */
export async function insertCustomer({ db }: Platform): Promise<{ userId: string; addressId: string }> {
  const id = randomUUIDv7()
  const account = { id, email: `${id}@gloed.test`, displayName: 'Koper', password: '-' }
  await db.insert(users).values({ ...account, adultStatementAt: new Date(), policyVersion: '-' })
  const [home] = await db
    .insert(addresses)
    .values({ ...someAddress, userId: id, isDefault: true })
    .returning()
  return { userId: id, addressId: home?.id as string }
}
