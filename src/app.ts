import { fastify, type FastifyInstance } from 'fastify'
import { emailRoutes } from './accounts/email.routes.ts'
import { createGuard } from './accounts/guard.service.ts'
import { passwordRoutes } from './accounts/password.routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { sessionRoutes } from './accounts/session.routes.ts'
import { identifier } from './accounts/session.service.ts'
import { createSignIn } from './accounts/signin.service.ts'
import type { AddressLookup } from './addresses/pdok.gateway.ts'
import { addressRoutes } from './addresses/routes.ts'
import { bulkRoutes } from './assortment/bulk.routes.ts'
import { historyRoutes } from './assortment/history.routes.ts'
import { assortmentRoutes } from './assortment/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { bookRoutes } from './books/routes.ts'
import { cartRoutes } from './cart/routes.ts'
import { crawlerRoutes } from './catalog/crawler.routes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { correspondenceRoutes } from './correspondence/routes.ts'
import type { SubjectOf } from './correspondence/service.ts'
import { figureRoutes } from './figures/routes.ts'
import { fulfilmentRoutes } from './fulfilment/routes.ts'
import { giftRoutes } from './gifts/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { liveAdminRoutes } from './live/admin.routes.ts'
import { queueRoutes } from './live/queue.routes.ts'
import type { Bridges } from './live/bridge.service.ts'
import { liveRoutes } from './live/routes.ts'
import { liveSocket } from './live/socket.routes.ts'
import type { Stage } from './live/stage.service.ts'
import { memberRoutes } from './members/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import type { PushGateway } from './notifications/push.gateway.ts'
import { notificationRoutes } from './notifications/routes.ts'
import type { SmsGateway } from './notifications/sms.gateway.ts'
import type { PaymentGateways } from './payments/service.ts'
import { healthRoutes } from './platform/health.ts'
import { createHttp } from './platform/http.ts'
import { inside } from './platform/inside.ts'
import { serveMedia } from './platform/media.ts'
import { openApi } from './platform/openapi.ts'
import type { Platform } from './platform/platform.ts'
import { readToken } from './platform/session.ts'
import type { ToyCloud } from './toys/gateway.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { jobRoutes } from './queues/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { passkeyRoutes } from './security/passkey.routes.ts'
import { totpRoutes } from './security/routes.ts'
import { settingRoutes } from './settings/routes.ts'
import { shippingRoutes } from './shipping/routes.ts'
import { studioRoutes } from './studio/routes.ts'
import { toyRoutes } from './toys/routes.ts'
import type { Intake } from './visits/intake.service.ts'
import { visitRoutes } from './visits/routes.ts'
import { wishlistRoutes } from './wishlist/routes.ts'
import { Problem } from './wire/problem.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'

/** The doors to the outside that slices need. */
export interface Gateways {
  payments: PaymentGateways
  toys: ToyCloud
  /** Null: nothing is looked up. */
  addresses: AddressLookup | null
  push: PushGateway
  /** Null when no provider is set. */
  sms: SmsGateway | null
}

/** Everything that answers over HTTP but the pages, mounted by name. */
export async function createApp(
  platform: Platform,
  gateways: Gateways,
  stage: Stage,
  bridges: Bridges,
  visits: Intake,
  callbackSecret: string,
  subjectOf: SubjectOf,
): Promise<FastifyInstance> {
  const app = await createHttp(platform.config, platform.log, platform.origin, platform.measures)
  const identify = identifier(platform.db, platform.now, platform.config)
  const isSecure = () => platform.origin().startsWith('https:')
  app.decorate('identify', async request => {
    const known = inside.getStore()
    if (known) return known.viewer
    const token = readToken(request, isSecure())
    return token ? identify(token) : null
  })
  const guard = createGuard(platform)
  const signIn = createSignIn(platform, guard)
  accountRoutes(app, platform, guard, signIn)
  emailRoutes(app, platform)
  passwordRoutes(app, platform, guard)
  sessionRoutes(app, platform)
  totpRoutes(app, platform, guard, signIn)
  passkeyRoutes(app, platform, signIn)
  await profileRoutes(app, platform)
  addressRoutes(app, platform, gateways.addresses)
  catalogRoutes(app, platform)
  crawlerRoutes(app, platform)
  await assortmentRoutes(app, platform)
  historyRoutes(app, platform)
  await bulkRoutes(app, platform)
  await pictureRoutes(app, platform)
  auditRoutes(app, platform)
  bookRoutes(app, platform)
  figureRoutes(app, platform)
  cartRoutes(app, platform)
  wishlistRoutes(app, platform)
  withdrawalRoutes(app, platform)
  reviewRoutes(app, platform)
  settingRoutes(app, platform)
  await giftRoutes(app, platform)
  jobRoutes(app, platform)
  shippingRoutes(app, platform)
  orderRoutes(app, platform)
  invoiceRoutes(app, platform)
  notificationRoutes(app, platform, gateways)
  messageRoutes(app, platform)
  fulfilmentRoutes(app, platform)
  correspondenceRoutes(app, platform, subjectOf)
  checkoutRoutes(app, platform, gateways.payments)
  toyRoutes(app, platform, gateways.toys, callbackSecret)
  liveRoutes(app, platform, stage)
  queueRoutes(app, platform)
  liveAdminRoutes(app, platform, stage)
  await liveSocket(app, platform, stage, bridges)
  studioRoutes(app, platform, stage)
  privacyRoutes(app, platform, stage)
  memberRoutes(app, platform, stage)
  visitRoutes(app, platform, visits)
  healthRoutes(app, platform)
  if (platform.config.metricsPort === undefined) metricsRoutes(app, platform)
  await serveMedia(app, platform.storage)
  app.get('/api/openapi.json', () => openApi(app.endpoints, `${platform.settings.current.shopName} API`))
  // For every method: an unknown path is no page and no secret.
  app.all('/api/*', () => {
    throw new Problem('NOT_FOUND')
  })
  return app
}

/** What is measured, for a port of its own that the public does not reach. */
export function createMetricsApp(platform: Platform): FastifyInstance {
  const app = fastify({ forceCloseConnections: true })
  metricsRoutes(app, platform)
  return app
}
