import type { AddressInfo } from 'node:net'
import { createHmac, randomUUIDv7 } from 'node:crypto'
import { fastify, type FastifyInstance } from 'fastify'
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
import type { PaymentProvider } from '../../src/money/payments/provider.gateway.ts'
import { postbackJob } from '../../src/money/payments/postback.service.ts'
import { refundJob } from '../../src/money/payments/refund.service.ts'
import { paymentProviders } from '../../src/money/payments/service.ts'
import { createBus } from '../../src/platform/cluster/bus.ts'
import { readConfig } from '../../src/platform/config.ts'
import { startJobs } from '../../src/platform/jobs/jobs.ts'
import { createDataCipher } from '../../src/platform/crypto/dataCipher.ts'
import { createKeyWrapper } from '../../src/platform/crypto/dataKeys.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { createLog, type Log } from '../../src/platform/telemetry/log.ts'
import { mailJob } from '../../src/platform/mail/mail.ts'
import { openContentCache } from '../../src/people/content/cache.service.ts'
import { openVatRates } from '../../src/money/vat/rates.service.ts'
import { openSettingsCache } from '../../src/money/settings/service.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { privateFolder } from '../../src/platform/files/privateFiles.ts'
import { folderStorage } from '../../src/platform/files/storage.ts'
import { Problem } from '../../src/wire/problem.ts'
import { openTestDatabase } from './database.ts'
import { someAddress } from './fixtures.ts'

/** The provider's state: with `deaf` it carries out requests, and its answers are lost. */
export type ProviderHealth = 'well' | 'away' | 'deaf'

/** The surroundings of a simulated provider. */
export interface ProviderStand {
  db: Database['db']
  now: () => Date
  log: Log
  /** The server of its simulator, at `origin`. */
  simulator: FastifyInstance
  origin: () => string
}

/** A simulated provider, which sends nothing by itself. */
export interface ProviderSide {
  gateway: PaymentProvider
  /** Whether a request and its answer are lost with the provider's health when a payment is created. */
  isAskedToCreate: boolean
  /** The provider's id of one of our payments, also when we never received it. */
  providerIdOf(paymentId: string): Promise<string | undefined>
  /** Cents that went back, by our id of the payment. */
  givenBack(): Promise<Map<string, number>>
  /** The buyer pays, on the page at this address where the shop has one. */
  pay(providerId: string, checkoutUrl: string | null): Promise<void>
  /** Makes payments older, as far as a clock other than the shop's decides. */
  age(minutes: number): Promise<void>
  /** The work that the provider does every second. */
  catchUp(): Promise<void>
  /** The provider may have deleted its idempotency keys. */
  forgetKeys(): Promise<void>
  close(): Promise<void>
}

export type PaymentSimulation<Side extends ProviderSide = ProviderSide> = Awaited<
  ReturnType<typeof openPaymentSimulation<Side>>
>

/**
 * The payment services on an embedded database and a simulated provider, with a clock that a test advances. No timers, webhooks or
 * refunds run by themselves: the test decides when and how often each runs.
 */
export async function openPaymentSimulation<Side extends ProviderSide>(
  openSide: (stand: ProviderStand) => Promise<Side>,
) {
  const database = await openTestDatabase()
  const { db } = database
  const clock = { at: Date.parse('2026-11-20T12:00:00Z') }
  const provider = { health: 'well' as ProviderHealth }
  const now = () => new Date(clock.at)
  const log = createLog('silent')
  const simulator = fastify({ forceCloseConnections: true })
  const origin = () => `http://127.0.0.1:${(simulator.server.address() as AddressInfo).port}`
  const side = await openSide({ db, now, log, simulator, origin })
  await simulator.listen({ host: '127.0.0.1', port: 0 })
  const gateways = paymentProviders([withProviderHealth(side, provider)])
  const config = readConfig({ NODE_ENV: 'test', PAYMENT_PROVIDER: side.gateway.name })
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
  await jobs.work(postbackJob, () => Promise.resolve())
  await jobs.work(refreshPaymentJob, () => Promise.resolve())
  await jobs.work(mailJob, () => Promise.resolve())
  const engine: PaymentEngine = { platform, gateways, effects: paymentEffects }
  return {
    platform,
    gateways,
    engine,
    clock,
    provider,
    side,
    /** Advances the clock of the shop, and that of the database as far as payments depend on it. */
    async pass(minutes: number): Promise<void> {
      clock.at += minutes * 60_000
      await side.age(minutes)
    },
    /** Sends a refund attempt. */
    async send(refundId: string): Promise<void> {
      await side.forgetKeys()
      await sendRefund(engine, refundId)
    },
    async close() {
      await simulator.close()
      await jobs.stop()
      await side.close()
      await database.close()
    },
  }
}

function withProviderHealth(
  { gateway, isAskedToCreate }: ProviderSide,
  provider: { health: ProviderHealth },
): PaymentProvider {
  const heard = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (provider.health === 'away') throw new Problem('PROVIDER_UNAVAILABLE')
    const answer = await ask()
    if (provider.health === 'deaf') throw new Problem('PROVIDER_UNAVAILABLE')
    return answer
  }
  const { refund, lists } = gateway
  return {
    ...gateway,
    ...(isAskedToCreate && { create: payment => heard(() => gateway.create(payment)) }),
    fetch: (providerId, timeoutMs) => heard(() => gateway.fetch(providerId, timeoutMs)),
    ...(refund && { refund: wanted => heard(() => refund(wanted)) }),
    ...(lists && { lists: { readPage: (list, from) => heard(() => lists.readPage(list, from)) } }),
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
