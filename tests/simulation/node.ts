import { createHmac } from 'node:crypto'
import { tmpdir } from 'node:os'
import { invoiceSources, paymentEffects } from '../../src/app/paymentEffects.ts'
import {
  createSessionController,
  type SessionController,
} from '../../src/live/sessions/engine/sessionController.service.ts'
import { sessionJobs } from '../../src/live/sessions/jobs.ts'
import { QueueWatcher } from '../../src/live/sessions/queue/queueWatcher.service.ts'
import { creditJobs } from '../../src/money/credit/jobs.ts'
import { invoiceJobs } from '../../src/money/invoices/jobs.ts'
import type { PaymentEngine } from '../../src/money/payments/effects.service.ts'
import { paymentJobs } from '../../src/money/payments/jobs.ts'
import { paymentProviders } from '../../src/money/payments/service.ts'
import { openVatRates } from '../../src/money/vat/rates.service.ts'
import { openSettingsCache } from '../../src/money/settings/service.ts'
import { openContentCache } from '../../src/people/content/cache.service.ts'
import { createBus, type BusTransport } from '../../src/platform/cluster/bus.ts'
import { readConfig } from '../../src/platform/config.ts'
import { drizzleOnPipeline, drizzleOnPool } from '../../src/platform/db/postgres/openPostgres.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { createDataCipher } from '../../src/platform/crypto/dataCipher.ts'
import { createKeyWrapper } from '../../src/platform/crypto/dataKeys.ts'
import { createKeyDerivation } from '../../src/platform/crypto/keys.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { catalogJobs } from '../../src/shop/products/catalog/jobs.ts'
import { orderJobs } from '../../src/shop/orders/jobs.ts'
import {
  openAutomaticPromotions,
  type AutomaticPromotions,
} from '../../src/shop/promotions/automatic.service.ts'
import type { CarrierGateway } from '../../src/shop/shipping/carrier.gateway.ts'
import { labelJobs } from '../../src/shop/orders/admin/shippingLabels/jobs.ts'
import type { CarrierModel } from './carrier.ts'
import type { Gate } from './gate.ts'
import { openJobs, type JobQueues, type SimulatedJobs } from './jobs.ts'
import { mailboxJobs, type Mailbox } from './mailbox.ts'
import type { PaymentProviderModel } from './paymentProvider.ts'
import type { Plan } from './plan.ts'
import type { ToyProviderModel } from './toyProvider.ts'
import type { VerotelModel } from './verotel.ts'
import type { Life } from './virtualTime.ts'

/** A node of the shop: the real services, on the simulation's database, bus, clock and providers. */
export interface SimulatedNode {
  life: Life
  platform: Platform
  payments: PaymentEngine
  sessions: SessionController
  queues: QueueWatcher
  jobs: SimulatedJobs
  carrier: CarrierGateway
  automatic: AutomaticPromotions
}

const withoutVerotel = readConfig({
  NODE_ENV: 'test',
  DATA_DIR: tmpdir(),
  SESSION_SECRET: 'a secret of the simulation, which is long enough',
  DEMO: 'off',
  RATE_LIMIT_FACTOR: '1000',
  LIVE_COUNTDOWN_SECONDS: '1',
  CREATOR_PROGRAMME: 'on',
  PUBLIC_URL: 'http://shop.test',
  SELLER_STREET: 'Kaai 1',
  SELLER_POSTAL_CODE: '9000',
  SELLER_CITY: 'Gent',
})
/** Also with the gift cards that were paid at another provider. */
const minutesOverVerotel = {
  ...withoutVerotel,
  paymentProvider: { ...withoutVerotel.paymentProvider, MINUTES: 'verotel' as const },
  settings: { ...withoutVerotel.settings, creditBuysAll: true },
}
const log = createLog('silent')
const keys = createKeyWrapper(createKeyDerivation(withoutVerotel), null)

export interface Surroundings {
  plan: Pick<Plan, 'hasVerotel'>
  gate: Gate
  queues: JobQueues
  transportOf: (life: Life) => BusTransport
  paymentProvider: PaymentProviderModel
  verotel: VerotelModel
  toyProvider: ToyProviderModel
  carrier: CarrierModel
  mailbox: Mailbox
  /** A promise was broken. */
  report: (what: string) => void
}

const missing = (what: string) => () => {
  throw new Error(`the simulation has no ${what}`)
}

/** Starts a node, as `startNode` does, with those of its parts that are simulated. */
export async function openNode(life: Life, around: Surroundings): Promise<SimulatedNode> {
  const { gate, transportOf, paymentProvider, verotel, toyProvider } = around
  const config = around.plan.hasVerotel ? minutesOverVerotel : withoutVerotel
  const carrier = around.carrier.gatewayOf(life)
  const pool = gate.poolOf(life)
  const db = drizzleOnPool(pool, pool, {})
  const now = () => new Date()
  const bus = createBus({ transport: transportOf(life), now, log })
  const jobs = openJobs(around.queues, life, pool, around.report)
  const platform: Platform = {
    config,
    db,
    pipelinedReads: drizzleOnPipeline(gate.pipelineOf(life, false), {}),
    pipelinedWrites: drizzleOnPipeline(gate.pipelineOf(life, true), {}),
    pipelinedSearches: drizzleOnPipeline(gate.pipelineOf(life, false), {}),
    staleReads: () => db,
    settings: await openSettingsCache({ db, bus, log, config }),
    content: await openContentCache({ db, bus, log }),
    vatRates: await openVatRates({ db, bus, log }),
    jobs,
    draining: new AbortController().signal,
    bus,
    rateLimitStore: null,
    storage: {} as Platform['storage'],
    files: {} as Platform['files'],
    areFilesReachable: missing('files'),
    log,
    now,
    origin: () => 'http://shop.test',
    keyFor: purpose => createHmac('sha256', 'simulation').update(purpose).digest(),
    earlierKeyFor: null,
    dataCipher: createDataCipher(keys, log, now),
  }
  const payments = {
    platform,
    gateways: paymentProviders([paymentProvider.gatewayOf(life), verotel.gatewayOf(platform)]),
    effects: paymentEffects,
  }
  const driver = toyProvider.driverOf(life)
  const sessions = createSessionController(platform, { LOVENSE: driver, BUTTPLUG: driver })
  const queues = new QueueWatcher(platform)
  const automatic = await openAutomaticPromotions(platform)
  await mailboxJobs(platform, around.mailbox)
  await labelJobs(platform, carrier)
  await catalogJobs(platform)
  await orderJobs(platform)
  await creditJobs(platform)
  await paymentJobs(payments)
  await invoiceJobs(platform, invoiceSources)
  await sessionJobs(platform, sessions)
  await sessions.initialize()
  queues.start()
  return { life, platform, payments, sessions, queues, jobs, carrier, automatic }
}
