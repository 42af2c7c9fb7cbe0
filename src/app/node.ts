import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { labelJobs } from '../shop/orders/admin/shippingLabels/jobs.ts'
import { loadReturnLabel } from '../shop/orders/admin/shippingLabels/print.service.ts'
import { createApi, createMetricsServer, type Gateways } from './api.ts'
import { startInstrumentation } from './metrics/instrumentation.service.ts'
import type { CheckResult } from '../backoffice/checklist/contract.ts'
import { runChecklist } from '../backoffice/checklist/service.ts'
import { attachPictures } from '../shop/products/admin/service.ts'
import { reconciliationJobs } from '../backoffice/reconciliation/jobs.ts'
import { vatCorrectionJobs } from '../backoffice/vatCorrections/jobs.ts'
import { vatJobs } from '../money/vat/admin/jobs.ts'
import { statsJobs } from '../backoffice/stats/jobs.ts'
import { peopleJobs } from './peopleJobs.ts'
import { shopJobs } from './shopJobs.ts'
import { invoiceJobs } from '../money/invoices/jobs.ts'
import { reportJobs } from '../backoffice/reports/jobs.ts'
import { peppolJobs } from '../money/invoices/peppol/jobs.ts'
import { paymentJobs } from '../money/payments/jobs.ts'
import { createGateways } from './gateways.ts'
import { housekeepingJobs } from './jobs.ts'
import { invoiceSources, paymentEffects } from './paymentEffects.ts'
import { demoAccounts } from './demo/accounts.ts'
import { withDemoCompany } from './demo/company.ts'
import { seedDemo } from './demo/seed.ts'
import { payeeJobs } from '../money/payees/jobs.ts'
import { selfBillingJobs } from '../money/selfBilling/jobs.ts'
import { payoutJobs } from '../money/payouts/jobs.ts'
import { createPayoutSources } from './payoutSources.ts'
import { applicationJobs } from '../live/applications/jobs.ts'
import { giftJobs } from '../live/gifts/jobs.ts'
import { BridgeRegistry } from '../live/sessions/engine/bridgeRegistry.service.ts'
import { agreementJobs } from '../live/agreements/jobs.ts'
import { creatorJobs } from '../live/creators/jobs.ts'
import { creatorPageJobs } from '../live/creatorPages/jobs.ts'
import { followJobs } from '../live/follows/jobs.ts'
import { creatorNoteJobs } from '../live/creatorNotes/jobs.ts'
import { sessionJobs } from '../live/sessions/jobs.ts'
import { createSessionController } from '../live/sessions/engine/sessionController.service.ts'
import { readGiftCardCode } from '../money/credit/giftCards/service.ts'
import { creditJobs } from '../money/credit/jobs.ts'
import { loadInvoiceAttachment } from '../money/invoices/pdf.service.ts'
import { createMailLinkTokens } from './mailLinkTokens.ts'
import { createMailTextReader } from './mailStoredTexts.ts'
import { createMailRenderer, createMailTexts, senderOf } from './mailRenderer.ts'
import { notificationJobs } from '../people/notifications/jobs.ts'
import { createBus, type Bus } from '../platform/cluster/bus.ts'
import { originOf, type Config } from '../platform/config.ts'
import { createDataCipher } from '../platform/crypto/dataCipher.ts'
import { openShopKeys } from '../platform/crypto/dataKeys.ts'
import type { Database } from '../platform/db/db.ts'
import { startJobs } from '../platform/jobs/jobs.ts'
import { finishRequests, listen } from '../platform/http/listen.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { mailJob, memoryTransport, sendStoredMail, smtpTransport } from '../platform/mail/mail.ts'
import { createMetrics } from '../platform/telemetry/metrics.ts'
import { devMailRoutes } from '../platform/mail/devMails.ts'
import { servePages } from '../platform/http/pages.ts'
import { openFileStores } from '../platform/files/fileStores.ts'
import type { Platform } from '../platform/platform.ts'
import { readMessageText } from '../shop/support/messageText.service.ts'
import { pictureJobs } from '../shop/pictures/jobs.ts'
import { privacyJobs } from '../backoffice/privacy/jobs.ts'
import { openSettingsCache, readShopInfo } from '../money/settings/service.ts'
import { openVatRates } from '../money/vat/rates.service.ts'
import { openContentCache } from '../people/content/cache.service.ts'
import { BridgeGateway } from '../live/toys/bridge.gateway.ts'
import { createBridgeRelay } from '../live/toys/bridgeRelay.gateway.ts'
import { createProviderErrorLog } from '../live/toys/providerError.service.ts'
import { openCountryLookup } from '../backoffice/analytics/country.gateway.ts'
import { createBeaconBuffer } from '../backoffice/analytics/beaconBuffer.service.ts'
import { analyticsJobs } from '../backoffice/analytics/jobs.ts'

export interface ServerNode {
  app: FastifyInstance
  platform: Platform
  /** The open lines of the checklist, for `npm run check:live`. */
  runChecklist: () => Promise<CheckResult[]>
  /** Serves on for this long, in milliseconds, while proxies and sockets go to another node. */
  drain(duration: number): Promise<void>
  /**
   * Stops the toys and hands over sessions, which wait for no slow request; finishes the requests that it has, ends the jobs and closes the
   * database; finishes downloads, which need nothing but the files.
   */
  stop(): Promise<void>
}

export interface ServerNodeOptions {
  log: Log
  now?: () => Date
  /** False for a node that serves the API alone. */
  pages?: boolean
  /**
   * False for a test with its own clock: no job runs by the machine's clock, and simulated payments expire when they are read.
   */
  schedule?: boolean
}

/** Starts all parts of a node in the order of their dependencies, and listens last. */
export async function startNode(
  given: Config,
  database: Database,
  options: ServerNodeOptions,
): Promise<ServerNode> {
  const config = given.demo ? { ...given, settings: withDemoCompany(given.settings) } : given
  const listening: { url?: string } = {}
  const drainStart = new AbortController()
  const watched = { ...options, draining: drainStart.signal }
  const platform = await createPlatform(config, database, watched, () => listening.url)
  const instrumentation = await startInstrumentation(platform)
  const { schedule = true } = options
  const callbackSecret = callbackSecretOf(platform)
  const simulators = config.production ? null : await openSimulators(platform, callbackSecret, schedule)

  const providerErrors = createProviderErrorLog(platform.db, platform.log, platform.now)
  const gateways = createGateways(platform, simulators?.base ?? '', providerErrors)
  const bridge = new BridgeGateway()
  const drivers = { LOVENSE: gateways.toys, BUTTPLUG: createBridgeRelay(bridge, platform.bus) }
  const sessions = createSessionController(platform, drivers)
  const bridges = new BridgeRegistry(platform, bridge)
  const beacons = createBeaconBuffer(platform, openCountryLookup())
  const parts = { gateways, sessions, bridges, beacons, callbackSecret }
  const app = await createApi({ platform, ...parts, mailTexts: createMailTexts(platform) })
  await simulators?.mount(app)

  await startMail(app, platform, gateways)
  const notifications = await startJobHandlers(platform, gateways)
  await sessionJobs(platform, sessions)
  await creatorNoteJobs(platform)
  // After the handlers, because seeding sends jobs.
  if (config.demo) await seedDemo(platform, config.demo === 'small')
  if (options.pages !== false) await mountPages(app, platform)

  const metrics = await listenForMetrics(platform)
  await sessions.initialize()
  listening.url = await listen(app, config)
  const stopDispatch = schedule ? notifications.begin() : null
  return {
    app,
    platform,
    runChecklist: () => runChecklist(platform, gateways),
    async drain(duration) {
      drainStart.abort()
      await pause(duration)
    },
    async stop() {
      await stopDispatch?.()
      await sessions.handOver()
      const finishDownloads = await finishRequests(app)
      await metrics?.close()
      await sessions.close()
      await closePlatform(platform, simulators, providerErrors, instrumentation)
      // Last, because every part above may still write.
      await beacons.close()
      await database.close()
      await finishDownloads(config.downloadDrainMs)
    },
  }
}

/** Their code is not read in production. */
async function openSimulators(platform: Platform, callbackSecret: string, schedule: boolean) {
  const { startSimulators } = await import('./simulators.ts')
  return startSimulators(platform, callbackSecret, schedule)
}

const callbackSecretOf = ({ config, keyFor }: Platform): string =>
  config.lovense.callbackSecret ?? keyFor('lovense-callback').toString('base64url')

async function closePlatform(
  { settings, content, vatRates, bus, rateLimitStore, jobs }: Platform,
  simulators: Closable | null,
  providerErrors: Closable,
  instrumentation: Closable,
): Promise<void> {
  settings.close()
  content.close()
  vatRates.close()
  await simulators?.close()
  // Before the bus: other nodes hear of the work that they finish.
  await jobs.stop()
  await bus.close()
  rateLimitStore?.close()
  await providerErrors.close()
  await instrumentation.close()
}

interface Closable {
  close(): Promise<unknown>
}

/** Serves the metrics on a port of their own; null when none is set. */
async function listenForMetrics(platform: Platform): Promise<FastifyInstance | null> {
  const { host, metricsPort } = platform.config
  if (metricsPort === undefined) return null
  const metrics = createMetricsServer(platform)
  await listen(metrics, { host, port: metricsPort })
  return metrics
}

/** @param listeningUrl the URL that the server listens on; undefined until it does */
async function createPlatform(
  config: Config,
  database: Database,
  { log, now = database.now, schedule = true, draining }: ServerNodeOptions & { draining: AbortSignal },
  listeningUrl: () => string | undefined,
): Promise<Platform> {
  const { db, pipelinedReads, pipelinedWrites, staleReads, isReplicaUsed, connections } = database
  const stores = await openFileStores(config, log)
  const isRead = config.metricsPort !== undefined || config.telemetryEndpoint !== undefined
  const metrics = isRead || !config.production ? createMetrics() : undefined
  const jobs = await startJobs(database, { log, metrics, schedule })
  const { wrapper, ...keys } = await openShopKeys(db, config)
  const bus = await openBus(config, log, now)
  return {
    config,
    settings: await openSettingsCache({ db, bus, log, config }),
    content: await openContentCache({ db, bus, log }),
    vatRates: await openVatRates({ db, bus, log }),
    db,
    pipelinedReads,
    pipelinedWrites,
    pipelinedSearches: database.pipelinedSearches,
    staleReads,
    isReplicaUsed,
    connections,
    jobs,
    draining,
    bus,
    rateLimitStore: await openRateLimitStore(config, log),
    ...stores,
    log,
    metrics,
    now,
    origin: () => config.publicUrl ?? listeningUrl() ?? originOf(config),
    ...keys,
    dataCipher: createDataCipher(wrapper, log, now),
  }
}

/** How long a start waits for Redis, in milliseconds: without it a node can serve, and hears of others by the database. */
const BUS_MS = 2000

/** Hears the other nodes from here on: before it reads which sessions are live, so that it misses none that begins or is handed over. */
async function openBus({ redis }: Config, log: Log, now: () => Date): Promise<Bus> {
  const transport = redis && (await import('../platform/cluster/redisBus.ts')).redisBusTransport(redis, log)
  const bus = createBus(transport && { transport, now, log })
  if (!(await bus.whenConnected(BUS_MS))) log.warn('other nodes can not be reached: Redis does not answer')
  return bus
}

async function openRateLimitStore({ redis }: Config, log: Log): Promise<Platform['rateLimitStore']> {
  if (!redis) return null
  return (await import('../platform/http/rateLimitStore.ts')).redisRateLimitStore(redis, log)
}

/** Sends mail by SMTP, or keeps it in memory for `/dev/mails` when no SMTP server is set. */
async function startMail(app: FastifyInstance, platform: Platform, { carriers }: Gateways): Promise<void> {
  const { config, db, jobs } = platform
  const memory = memoryTransport()
  const transport = config.smtpUrl ? smtpTransport(config.smtpUrl, config.mailFrom) : memory
  if (!config.smtpUrl && !config.production) devMailRoutes(app, memory.sent)
  const writeMail = createMailRenderer(senderOf(platform), {
    content: platform.content,
    invoice: id => loadInvoiceAttachment(db, id),
    returnLabel: id => loadReturnLabel(platform, carriers, id),
    giftCardCode: id => readGiftCardCode(platform, id),
    message: id => readMessageText(platform, id),
    text: createMailTextReader(platform),
    token: createMailLinkTokens(platform),
  })
  await jobs.work(mailJob, ({ mailId }) => sendStoredMail(platform, writeMail, transport, mailId))
}

/** @returns the dispatch of notifications, which begins once the node listens */
async function startJobHandlers(platform: Platform, gateways: Gateways) {
  await peopleJobs(platform)
  await shopJobs(platform)
  await labelJobs(platform, gateways.carriers)
  await paymentJobs({ platform, gateways: gateways.payments, effects: paymentEffects })
  await invoiceJobs(platform, invoiceSources)
  await peppolJobs(platform, gateways.peppol)
  await housekeepingJobs(platform)
  await reconciliationJobs(platform)
  await reportJobs(platform, gateways.payments)
  await statsJobs(platform)
  await vatJobs(platform)
  await vatCorrectionJobs(platform, gateways.vatNumbers)
  await privacyJobs(platform)
  await pictureJobs(platform, attachPictures)
  await agreementJobs(platform)
  await creatorJobs(platform)
  await creatorPageJobs(platform)
  await followJobs(platform)
  await giftJobs(platform)
  await applicationJobs(platform)
  await creditJobs(platform)
  const payoutSources = createPayoutSources(platform)
  await payeeJobs(platform, payoutSources)
  await payoutJobs(platform, payoutSources)
  await selfBillingJobs(platform)
  await analyticsJobs(platform)
  return notificationJobs(platform, gateways)
}

function mountPages(app: FastifyInstance, platform: Platform): Promise<void> {
  const { config, origin } = platform
  return servePages(app, {
    buildDir: config.buildDir,
    assetsDir: join(config.dataDir, 'assets'),
    dev: config.dev,
    shop: () => ({
      ...readShopInfo(platform),
      origin: origin(),
      retentionYears: config.retentionYears,
      requiresAdminTotp: config.requireAdminTotp,
      demoAccounts: config.demo ? demoAccounts : [],
    }),
    identify: request => app.identify(request),
  })
}
