import { join } from 'node:path'
import { fastify, type FastifyInstance } from 'fastify'
import { decorateWithLogins } from './logins.ts'
import {
  emailVerificationRoutes,
  passwordRoutes,
  accountRoutes,
  loginSessionRoutes,
} from '../people/accounts/routes.ts'
import { createLoginLimiter } from '../people/accounts/login/loginLimiter.service.ts'
import { createGuestCookies, type GuestCookies } from '../people/accounts/guestCookie.service.ts'
import { createLoginFlow } from '../people/accounts/login/loginFlow.service.ts'
import type { AddressLookup } from '../people/addresses/pdok.gateway.ts'
import { addressRoutes } from '../people/addresses/routes.ts'
import { bulkEditRoutes } from '../shop/products/admin/bulk/routes.ts'
import { checklistRoutes } from '../backoffice/checklist/routes.ts'
import { productRoutes } from '../shop/products/admin/routes.ts'
import { adminSetupRoutes } from '../people/admins/routes.ts'
import { contentReportRoutes } from '../people/contentReports/routes.ts'
import { auditRoutes } from '../people/audit/admin/routes.ts'
import { reconciliationRoutes } from '../backoffice/reconciliation/routes.ts'
import { dac7Routes } from '../backoffice/dac7/routes.ts'
import { reportRoutes } from '../backoffice/reports/routes.ts'
import { cartRoutes } from '../shop/cart/routes.ts'
import { crawlerRoutes } from '../shop/products/catalog/crawler.routes.ts'
import { catalogRoutes } from '../shop/products/catalog/routes.ts'
import { checkoutRoutes } from '../shop/checkout/routes.ts'
import { type AutomaticPromotions, openAutomaticPromotions } from '../shop/promotions/automatic.service.ts'
import { bundleRoutes } from '../shop/promotions/routes.ts'
import { adminContentReportRoutes } from '../backoffice/moderation/routes.ts'
import { vatNumberRoutes } from '../money/vat/routes.ts'
import { vatAdminRoutes } from '../money/vat/admin/routes.ts'
import { vatCorrectionRoutes } from '../backoffice/vatCorrections/routes.ts'
import { adminRecallRoutes } from '../shop/recalls/admin/routes.ts'
import { promotionRoutes } from '../shop/promotions/admin/routes.ts'
import { mailRoutes } from '../backoffice/mails/routes.ts'
import { searchRoutes } from '../backoffice/search/routes.ts'
import { statsRoutes } from '../backoffice/stats/routes.ts'
import { orderAdminRoutes } from '../shop/orders/admin/routes.ts'
import { labelRoutes } from '../shop/orders/admin/shippingLabels/routes.ts'
import { agreementRoutes } from '../live/agreements/routes.ts'
import { creatorAdminRoutes } from '../live/creators/admin/routes.ts'
import { giveNotice } from '../live/creators/news.service.ts'
import { creatorRoutes } from '../live/creators/routes.ts'
import { applicationRoutes } from '../live/applications/routes.ts'
import { applicationAdminRoutes } from '../live/applications/admin/routes.ts'
import { giftRoutes } from '../live/gifts/routes.ts'
import { setPaying as setSessionPaying } from '../live/sessions/engine/meterPauses.service.ts'
import { hasLiveSession } from '../live/sessions/service.ts'
import type { BuyerSessions } from '../money/minutes/purchase.service.ts'
import { createGiftCardLimiter } from '../money/credit/giftCards/codeLimiter.service.ts'
import { creditRoutes } from '../money/credit/routes.ts'
import { minuteRoutes } from '../money/minutes/routes.ts'
import { paymentRoutes } from '../money/payments/routes.ts'
import { createContentKinds } from './contentKinds.ts'
import { createCreatorHooks, createHidingCheck } from './creatorHooks.ts'
import { paymentEffects } from './paymentEffects.ts'
import { invoiceRoutes } from '../money/invoices/routes.ts'
import type { PeppolGateway } from '../money/invoices/peppol/gateway.ts'
import { peppolRoutes } from '../money/invoices/peppol/routes.ts'
import { liveAdminRoutes } from '../live/sessions/admin/routes.ts'
import { queueRoutes } from '../live/sessions/queue/routes.ts'
import type { BridgeRegistry } from '../live/sessions/engine/bridgeRegistry.service.ts'
import { liveRoutes } from '../live/sessions/routes.ts'
import { liveSocketRoutes } from '../live/sessions/engine/socket.routes.ts'
import type { SessionController } from '../live/sessions/engine/sessionController.service.ts'
import { customerRoutes } from '../backoffice/customers/routes.ts'
import { messageRoutes } from '../live/messages/routes.ts'
import { findMailsOfOrder, type MailSubjectLookup } from '../backoffice/mails/service.ts'
import { findVatCorrection } from '../backoffice/vatCorrections/service.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { createGuestClaim, createGuestTakeover } from '../shop/guests/login.service.ts'
import { guestRoutes } from '../shop/guests/routes.ts'
import { orderRoutes } from '../shop/orders/routes.ts'
import { findOwnOrder } from '../shop/orders/service.ts'
import type { PushGateway } from '../people/notifications/push.gateway.ts'
import type { ContentDefinitions, MailPreview } from '../people/content/service.ts'
import { contentDefinitions } from './contentDefinitions.ts'
import { createPlantedRemoval } from './firstProof.ts'
import { createUnprovenClosing } from './unprovenAccount.ts'
import { contentRoutes } from '../people/content/routes.ts'
import { legalRoutes } from '../people/legal/routes.ts'
import { termsRoutes } from '../people/accounts/terms.routes.ts'
import { notificationRoutes } from '../people/notifications/routes.ts'
import type { SmsGateway } from '../people/notifications/sms.gateway.ts'
import type { PaymentProviders } from '../money/payments/service.ts'
import { healthRoutes } from '../platform/telemetry/health.ts'
import { createHttpServer, withoutSchemaCompilers } from '../platform/http/http.ts'
import { serveMedia } from '../platform/http/media.ts'
import { createOpenApiBody } from '../platform/http/openapi.ts'
import type { Platform } from '../platform/platform.ts'
import type { ToyCloudGateway } from '../live/toys/gateway.ts'
import { digitalContentRoutes } from '../shop/downloads/admin/routes.ts'
import { downloadRoutes } from '../shop/downloads/routes.ts'
import { savedFilterRoutes } from '../people/savedFilters/admin/routes.ts'
import { noteRoutes } from '../backoffice/notes/routes.ts'
import { pictureRoutes } from '../shop/pictures/admin/routes.ts'
import { privacyRoutes } from '../backoffice/privacy/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { jobRoutes } from '../backoffice/jobs/routes.ts'
import { reviewRoutes } from '../shop/reviews/routes.ts'
import { createConfirmationCheck } from '../people/security/confirmation.service.ts'
import { securityTxtRoutes } from '../people/security/securityTxt.routes.ts'
import { confirmationRoutes, passkeyRoutes, totpRoutes } from '../people/security/routes.ts'
import { settingsRoutes } from '../money/settings/routes.ts'
import type { TextReader } from '../live/applications/textReader.gateway.ts'
import type { IdentityVerifier } from '../live/applications/provider.gateway.ts'
import type { CarrierGateway } from '../shop/shipping/carrier.gateway.ts'
import { shippingRoutes } from '../shop/shipping/routes.ts'
import { supportRoutes } from '../shop/support/routes.ts'
import { creatorPageAdminRoutes } from '../live/creatorPages/admin/routes.ts'
import { creatorPageRoutes } from '../live/creatorPages/routes.ts'
import { creatorReviewAdminRoutes } from '../live/creatorReviews/admin/routes.ts'
import { creatorReviewRoutes } from '../live/creatorReviews/routes.ts'
import { welcomeRoutes } from '../live/welcome/routes.ts'
import { lobbyRoutes } from '../live/lobby/routes.ts'
import { followRoutes } from '../live/follows/routes.ts'
import { creatorNoteRoutes } from '../live/creatorNotes/routes.ts'
import { blockRoutes } from '../live/blocks/routes.ts'
import { studioRoutes } from '../live/studio/routes.ts'
import { endForHiddenUsers } from '../live/studio/service.ts'
import { toyRoutes } from '../live/toys/routes.ts'
import type { BeaconBuffer } from '../backoffice/analytics/beaconBuffer.service.ts'
import { analyticsRoutes } from '../backoffice/analytics/routes.ts'
import { recallRoutes } from '../shop/recalls/routes.ts'
import { backInStockRoutes } from '../shop/backInStock/routes.ts'
import { wishlistRoutes } from '../shop/wishlist/routes.ts'
import { programFolder } from '../platform/files/programFolder.ts'
import { Problem } from '../wire/problem.ts'
import { withdrawalRoutes } from '../shop/withdrawals/routes.ts'
import { giftAdminRoutes } from '../live/gifts/admin/routes.ts'
import { toyAdminRoutes } from '../live/toys/admin/routes.ts'
import { earningRoutes } from '../money/earnings/routes.ts'
import { earningAdminRoutes } from '../money/earnings/admin/routes.ts'
import { creditAdminRoutes } from '../money/credit/admin/routes.ts'
import { peppolAdminRoutes } from '../money/invoices/admin/peppol.routes.ts'
import { minuteAdminRoutes } from '../money/minutes/admin/routes.ts'
import { paymentAdminRoutes } from '../money/payments/admin/routes.ts'
import { payeeRoutes } from '../money/payees/routes.ts'
import { payeeAdminRoutes } from '../money/payees/admin/routes.ts'
import { objectionAdminRoutes } from '../money/objections/admin/routes.ts'
import { objectionRoutes } from '../money/objections/routes.ts'
import { findOwnObjectable } from '../live/studio/earnings/service.ts'
import { selfBillingRoutes } from '../money/selfBilling/routes.ts'
import { payoutAdminRoutes } from '../money/payouts/admin/routes.ts'
import { createPayoutSources } from './payoutSources.ts'
import { settingsAdminRoutes } from '../money/settings/admin/routes.ts'
import { contentAdminRoutes } from '../people/content/admin/routes.ts'
import { notificationAdminRoutes } from '../people/notifications/admin/routes.ts'
import { reviewAdminRoutes } from '../shop/reviews/admin/routes.ts'
import { shippingAdminRoutes } from '../shop/shipping/admin/routes.ts'
import { supportAdminRoutes } from '../shop/support/admin/routes.ts'
import { withdrawalAdminRoutes } from '../shop/withdrawals/admin/routes.ts'

const demoPictures = join(programFolder, 'src/app/demo/pictures')

/** The providers' clients that slices need. */
export interface Gateways {
  payments: PaymentProviders
  toys: ToyCloudGateway
  /** Null where an admin alone looks at documents. */
  identity: IdentityVerifier | null
  /** Reads the text on photos of documents. */
  textReader: TextReader
  /** Null when labels are made elsewhere. */
  carriers: CarrierGateway | null
  /** Null without an access point to the Peppol network. */
  peppol: PeppolGateway | null
  vatNumbers: Parameters<typeof vatNumberRoutes>[2]
  /** Null when address lookup is off. */
  addresses: AddressLookup | null
  push: PushGateway
  /** Null when no provider is set. */
  sms: SmsGateway | null
}

interface ApiDependencies {
  platform: Platform
  gateways: Gateways
  sessions: SessionController
  bridges: BridgeRegistry
  beacons: BeaconBuffer
  callbackSecret: string
  mailTexts: {
    definitions: ContentDefinitions
    renderPreview: MailPreview
    subjectOf: MailSubjectLookup
  }
}

/** The HTTP server with every route except the pages. */
export async function createApi(dependencies: ApiDependencies): Promise<FastifyInstance> {
  const { platform } = dependencies
  const app = await createHttpServer(platform)
  decorateWithLogins(app, platform, dependencies.sessions)
  const guests = createGuestCookies(platform)
  app.decorate('guests', guests)
  app.decorate('assertConfirmed', createConfirmationCheck(platform))
  const automatic = await openAutomaticPromotions(platform)
  app.addHook('onClose', () => automatic.close())
  await mountPeople(app, dependencies, guests)
  await mountShop(app, dependencies, automatic, guests)
  await mountLive(app, dependencies)
  await mountBackoffice(app, dependencies, automatic)
  healthRoutes(app, platform)
  const { metricsPort, production } = platform.config
  if (metricsPort === undefined && !production) metricsRoutes(app, platform)
  await serveMedia(app, platform.storage, demoPictures)
  const openApiBody = createOpenApiBody(app.endpoints)
  app.get('/api/openapi.json', (_, reply) =>
    reply
      .type('application/json')
      .send(openApiBody(`${platform.settings.current.shopName} API`, platform.origin())),
  )
  // For every method, so that an unknown path is not answered with a page.
  app.all('/api/*', () => {
    throw new Problem('NOT_FOUND')
  })
  return app
}

async function mountPeople(
  app: FastifyInstance,
  { platform, gateways, sessions, mailTexts }: ApiDependencies,
  guests: GuestCookies,
): Promise<void> {
  const loginLimiter = createLoginLimiter(platform)
  const endHidden = createHidingCheck(platform, sessions)
  const [takeOverGuest, claimOrders] = [createGuestTakeover(platform, guests), createGuestClaim(platform)]
  const loginFlow = createLoginFlow(platform, loginLimiter, {
    onLoginEnded: sessions.endAtSignOut,
    onSignedIn: async (userId, context) => {
      const wasGuest = guests.find(context.request) !== null
      await takeOverGuest(userId, context)
      if (wasGuest) await endHidden(userId)
    },
  })
  accountRoutes(app, platform, loginLimiter, loginFlow, sessions.endAtSignOut)
  const proofHooks = {
    onLoginEnded: sessions.endAtSignOut,
    onEmailVerified: (userId: string) => claimOrders(userId).then(() => endHidden(userId)),
    onFirstProof: createPlantedRemoval(platform),
  }
  emailVerificationRoutes(app, platform, proofHooks, createUnprovenClosing(platform, sessions))
  passwordRoutes(app, platform, loginLimiter, loginFlow, proofHooks)
  loginSessionRoutes(app, platform, sessions.endAtSignOut)
  adminSetupRoutes(app, platform, loginFlow)
  totpRoutes(app, platform, loginLimiter, loginFlow, sessions.endAtSignOut)
  passkeyRoutes(app, platform, loginFlow, sessions.endAtSignOut)
  confirmationRoutes(app, platform, loginFlow)
  securityTxtRoutes(app, platform)
  await profileRoutes(app, platform, endHidden)
  addressRoutes(app, platform, gateways.addresses, endHidden)
  notificationRoutes(app, platform, gateways)
  notificationAdminRoutes(app, platform)
  contentRoutes(app, platform)
  contentAdminRoutes(
    app,
    platform,
    [...contentDefinitions, ...mailTexts.definitions],
    mailTexts.renderPreview,
  )
  legalRoutes(app, platform)
  termsRoutes(app, platform)
  auditRoutes(app, platform)
  contentReportRoutes(app, platform, createContentKinds(platform, sessions))
  savedFilterRoutes(app, platform)
}

async function mountShop(
  app: FastifyInstance,
  { platform, gateways, sessions }: ApiDependencies,
  automatic: AutomaticPromotions,
  guests: GuestCookies,
): Promise<void> {
  catalogRoutes(app, platform)
  crawlerRoutes(app, platform)
  await pictureRoutes(app, platform)
  bundleRoutes(app, platform, automatic)
  cartRoutes(app, platform)
  guestRoutes(app, platform, guests)
  wishlistRoutes(app, platform)
  backInStockRoutes(app, platform)
  recallRoutes(app, platform)
  adminRecallRoutes(app, platform)
  withdrawalRoutes(app, platform)
  withdrawalAdminRoutes(app, platform)
  supportRoutes(app, platform)
  supportAdminRoutes(app, platform)
  reviewRoutes(app, platform)
  reviewAdminRoutes(app, platform)
  settingsRoutes(app, platform)
  settingsAdminRoutes(app, platform, async (tx, before, after) => {
    if (after.creatorProgramme && !before.creatorProgramme) await giveNotice(tx, platform.now())
  })
  vatAdminRoutes(app, platform)
  vatNumberRoutes(app, platform, gateways.vatNumbers)
  shippingRoutes(app, platform, gateways.carriers)
  shippingAdminRoutes(app, platform)
  orderRoutes(app, platform, gateways.payments)
  downloadRoutes(app, platform, findOwnOrder)
  await digitalContentRoutes(app, platform)
  invoiceRoutes(app, platform, findOwnOrder)
  await peppolRoutes(app, platform, gateways.peppol)
  await peppolAdminRoutes(app, platform, gateways.peppol)
  const cardLimiter = createGiftCardLimiter(platform)
  checkoutRoutes(app, platform, gateways.payments, automatic, cardLimiter)
  creditRoutes(app, platform, cardLimiter)
  creditAdminRoutes(app, platform)
  earningRoutes(app, platform)
  earningAdminRoutes(app, platform)
  objectionAdminRoutes(app, platform)
  objectionRoutes(app, platform, (creatorId, about) => findOwnObjectable(platform, creatorId, about))
  const endHidden = createHidingCheck(platform, sessions)
  const setPaying: BuyerSessions['setPaying'] = async (userId, purchaseId, isPaying) => {
    // A purchase states a country, in which a creator may be hidden.
    if (isPaying) await endHidden(userId)
    await setSessionPaying(sessions.engine, userId, purchaseId, isPaying)
  }
  minuteRoutes(app, platform, gateways.payments, { hasLiveSession, setPaying }, cardLimiter)
  minuteAdminRoutes(app, platform, { hasLiveSession, setPaying })
  await paymentRoutes(app, { platform, gateways: gateways.payments, effects: paymentEffects })
  paymentAdminRoutes(app, { platform, gateways: gateways.payments, effects: paymentEffects })
}

async function mountLive(
  app: FastifyInstance,
  { platform, gateways, sessions, bridges, callbackSecret }: ApiDependencies,
): Promise<void> {
  giftRoutes(app, platform, gateways.payments)
  await giftAdminRoutes(app, platform)
  messageRoutes(app, platform)
  toyRoutes(app, platform, gateways.toys, callbackSecret)
  toyAdminRoutes(app, platform, gateways.toys)
  liveRoutes(app, platform, sessions)
  queueRoutes(app, platform)
  liveAdminRoutes(app, platform, sessions)
  await liveSocketRoutes(app, platform, sessions, bridges)
  studioRoutes(app, platform, sessions)
  const creatorHooks = createCreatorHooks(platform, sessions)
  creatorRoutes(app, platform, creatorHooks)
  creatorAdminRoutes(app, platform, creatorHooks.endSessions)
  agreementRoutes(app, platform, creatorHooks.endSessions)
  creatorNoteRoutes(app, platform)
  await creatorPageRoutes(app, platform)
  creatorPageAdminRoutes(app, platform)
  followRoutes(app, platform)
  lobbyRoutes(app, platform)
  welcomeRoutes(app, platform)
  creatorReviewRoutes(app, platform)
  creatorReviewAdminRoutes(app, platform)
  blockRoutes(app, platform, creatorId =>
    endForHiddenUsers({ ...platform, sessionController: sessions }, creatorId),
  )
  await applicationRoutes(app, platform, gateways)
  applicationAdminRoutes(app, platform)
  const payoutSources = createPayoutSources(platform)
  payeeRoutes(app, platform, payoutSources)
  payeeAdminRoutes(app, platform)
  selfBillingRoutes(app, platform)
  await payoutAdminRoutes(app, platform, payoutSources)
}

async function mountBackoffice(
  app: FastifyInstance,
  { platform, gateways, sessions, beacons, mailTexts }: ApiDependencies,
  automatic: AutomaticPromotions,
): Promise<void> {
  await productRoutes(app, platform)
  await bulkEditRoutes(app, platform)
  promotionRoutes(app, platform, automatic)
  reconciliationRoutes(app, platform)
  await reportRoutes(app, platform, gateways.payments)
  dac7Routes(app, platform)
  statsRoutes(app, platform)
  searchRoutes(app, platform)
  checklistRoutes(app, platform, gateways)
  jobRoutes(app, platform)
  orderAdminRoutes(app, platform, { findMailsOfOrder, findVatCorrection })
  vatCorrectionRoutes(app, platform)
  await labelRoutes(app, platform, gateways.carriers)
  noteRoutes(app, platform)
  mailRoutes(app, platform, mailTexts.subjectOf)
  privacyRoutes(app, platform, sessions)
  customerRoutes(app, platform, sessions)
  adminContentReportRoutes(app, platform, createContentKinds(platform, sessions), sessions)
  analyticsRoutes(app, platform, beacons)
}

/** Serves the metrics on a port of their own, which the public can't reach. */
export function createMetricsServer(platform: Platform): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, ...withoutSchemaCompilers })
  metricsRoutes(app, platform)
  return app
}
