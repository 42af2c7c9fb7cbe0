import { join } from 'node:path'
import { fastify, type FastifyInstance } from 'fastify'
import { emailVerificationRoutes } from '../people/accounts/emailVerification.routes.ts'
import { createLoginLimiter } from '../people/accounts/loginLimiter.service.ts'
import { passwordRoutes } from '../people/accounts/password.routes.ts'
import { accountRoutes } from '../people/accounts/routes.ts'
import { loginSessionRoutes } from '../people/accounts/session.routes.ts'
import { createSessionLookup } from '../people/accounts/session.service.ts'
import { createLoginFlow } from '../people/accounts/loginFlow.service.ts'
import type { AddressLookup } from '../people/addresses/pdok.gateway.ts'
import { addressRoutes } from '../people/addresses/routes.ts'
import { bulkEditRoutes } from '../backoffice/products/bulk.routes.ts'
import { productHistoryRoutes } from '../backoffice/products/history.routes.ts'
import { productRoutes } from '../backoffice/products/routes.ts'
import { auditRoutes } from '../people/audit/routes.ts'
import { reconciliationRoutes } from '../backoffice/reconciliation/routes.ts'
import { cartRoutes } from '../shop/cart/routes.ts'
import { crawlerRoutes } from '../shop/catalog/crawler.routes.ts'
import { catalogRoutes } from '../shop/catalog/routes.ts'
import { checkoutRoutes } from '../shop/checkout/routes.ts'
import { mailRoutes } from '../backoffice/mails/routes.ts'
import type { MailSubjectLookup } from '../backoffice/mails/service.ts'
import { statsRoutes } from '../backoffice/stats/routes.ts'
import { fulfilmentRoutes } from '../backoffice/fulfilment/routes.ts'
import { giftRoutes } from '../live/gifts/routes.ts'
import { hasLiveSession } from '../live/sessions/service.ts'
import { minuteRoutes } from '../money/minutes/routes.ts'
import { paymentRoutes } from '../money/payments/routes.ts'
import { paymentEffects } from './paymentEffects.ts'
import { invoiceRoutes } from '../money/invoices/routes.ts'
import { liveAdminRoutes } from '../live/sessions/admin.routes.ts'
import { queueRoutes } from '../live/sessions/queue/routes.ts'
import type { BridgeRegistry } from '../live/sessions/engine/bridgeRegistry.service.ts'
import { liveRoutes } from '../live/sessions/routes.ts'
import { liveSocketRoutes } from '../live/sessions/engine/socket.routes.ts'
import type { SessionController } from '../live/sessions/engine/sessionController.service.ts'
import { customerRoutes } from '../backoffice/customers/routes.ts'
import { messageRoutes } from '../live/messages/routes.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { orderRoutes } from '../shop/orders/routes.ts'
import type { PushGateway } from '../people/notifications/push.gateway.ts'
import { notificationRoutes } from '../people/notifications/routes.ts'
import type { SmsGateway } from '../people/notifications/sms.gateway.ts'
import type { PaymentGateways } from '../money/payments/service.ts'
import { healthRoutes } from '../platform/health.ts'
import { createHttpServer } from '../platform/http.ts'
import { ssrContext } from '../platform/ssrContext.ts'
import { serveMedia } from '../platform/media.ts'
import { createOpenApiDocument } from '../platform/openapi.ts'
import type { Platform } from '../platform/platform.ts'
import { readSessionToken } from '../platform/session.ts'
import type { ToyCloudGateway } from '../live/toys/gateway.ts'
import { pictureRoutes } from '../shop/pictures/routes.ts'
import { privacyRoutes } from '../backoffice/privacy/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { jobRoutes } from '../backoffice/jobs/routes.ts'
import { reviewRoutes } from '../shop/reviews/routes.ts'
import { passkeyRoutes } from '../people/security/passkey.routes.ts'
import { totpRoutes } from '../people/security/routes.ts'
import { settingsRoutes } from '../money/settings/routes.ts'
import { shippingRoutes } from '../shop/shipping/routes.ts'
import { studioRoutes } from '../live/studio/routes.ts'
import { toyRoutes } from '../live/toys/routes.ts'
import type { BeaconBuffer } from '../backoffice/analytics/beaconBuffer.service.ts'
import { analyticsRoutes } from '../backoffice/analytics/routes.ts'
import { wishlistRoutes } from '../shop/wishlist/routes.ts'
import { Problem } from '../wire/problem.ts'
import { withdrawalRoutes } from '../shop/withdrawals/routes.ts'

const demoPictures = join(import.meta.dirname, 'demo/pictures')

/** The doors to the outside that slices need. */
export interface Gateways {
  payments: PaymentGateways
  toys: ToyCloudGateway
  /** Null: nothing is looked up. */
  addresses: AddressLookup | null
  push: PushGateway
  /** Null when no provider is set. */
  sms: SmsGateway | null
}

/** Everything that answers over HTTP but the pages, mounted by name. */
export async function createApi(
  platform: Platform,
  gateways: Gateways,
  stage: SessionController,
  bridges: BridgeRegistry,
  visits: BeaconBuffer,
  callbackSecret: string,
  subjectOf: MailSubjectLookup,
): Promise<FastifyInstance> {
  const app = await createHttpServer(platform.config, platform.log, platform.origin, platform.metrics)
  const identify = createSessionLookup(platform.db, platform.now, platform.config)
  const isSecure = () => platform.origin().startsWith('https:')
  app.decorate('identify', async request => {
    const known = ssrContext.getStore()
    if (known) return known.viewer
    const token = readSessionToken(request, isSecure())
    return token ? identify(token) : null
  })
  const guard = createLoginLimiter(platform)
  const signIn = createLoginFlow(platform, guard)
  accountRoutes(app, platform, guard, signIn)
  emailVerificationRoutes(app, platform)
  passwordRoutes(app, platform, guard)
  loginSessionRoutes(app, platform)
  totpRoutes(app, platform, guard, signIn)
  passkeyRoutes(app, platform, signIn)
  await profileRoutes(app, platform)
  addressRoutes(app, platform, gateways.addresses)
  catalogRoutes(app, platform)
  crawlerRoutes(app, platform)
  await productRoutes(app, platform)
  productHistoryRoutes(app, platform)
  await bulkEditRoutes(app, platform)
  await pictureRoutes(app, platform)
  auditRoutes(app, platform)
  reconciliationRoutes(app, platform)
  statsRoutes(app, platform)
  cartRoutes(app, platform)
  wishlistRoutes(app, platform)
  withdrawalRoutes(app, platform)
  reviewRoutes(app, platform)
  settingsRoutes(app, platform)
  await giftRoutes(app, platform, gateways.payments)
  jobRoutes(app, platform)
  shippingRoutes(app, platform)
  orderRoutes(app, platform, gateways.payments)
  invoiceRoutes(app, platform)
  notificationRoutes(app, platform, gateways)
  messageRoutes(app, platform)
  fulfilmentRoutes(app, platform)
  mailRoutes(app, platform, subjectOf)
  checkoutRoutes(app, platform, gateways.payments)
  minuteRoutes(app, platform, gateways.payments, hasLiveSession)
  paymentRoutes(app, { platform, gateways: gateways.payments, effects: paymentEffects })
  toyRoutes(app, platform, gateways.toys, callbackSecret)
  liveRoutes(app, platform, stage)
  queueRoutes(app, platform)
  liveAdminRoutes(app, platform, stage)
  await liveSocketRoutes(app, platform, stage, bridges)
  studioRoutes(app, platform, stage)
  privacyRoutes(app, platform, stage)
  customerRoutes(app, platform, stage)
  analyticsRoutes(app, platform, visits)
  healthRoutes(app, platform)
  if (platform.config.metricsPort === undefined) metricsRoutes(app, platform)
  await serveMedia(app, platform.storage, demoPictures)
  app.get('/api/openapi.json', () =>
    createOpenApiDocument(app.endpoints, `${platform.settings.current.shopName} API`),
  )
  // For every method: an unknown path is no page and no secret.
  app.all('/api/*', () => {
    throw new Problem('NOT_FOUND')
  })
  return app
}

/** What is measured, for a port of its own that the public does not reach. */
export function createMetricsServer(platform: Platform): FastifyInstance {
  const app = fastify({ forceCloseConnections: true })
  metricsRoutes(app, platform)
  return app
}
