import {
  loadAdminProduct,
  productListUrl,
  adminProductsQuery,
  adminCategoriesQuery,
} from '../../../shop/products/admin/hooks.ts'
import {
  applicationListUrl,
  applicationQuery,
  applicationsQuery,
} from '../../../live/applications/admin/hooks.ts'
import { moderatedPagesQuery, pageListUrl } from '../../../live/creatorPages/admin/hooks.ts'
import { bulkEditQuery } from '../../../shop/products/admin/bulk/hooks.ts'
import { auditListUrl, auditQuery } from '../../../people/audit/admin/hooks.ts'
import { adminPreferencesQuery } from '../../../people/notifications/admin/hooks.ts'
import { mailListUrl, mailsQuery } from '../../../backoffice/mails/hooks.ts'
import { taskCountsQuery, statsQuery } from '../../../backoffice/stats/hooks.ts'
import { adminOrderQuery, adminOrdersQuery, orderListUrl } from '../../../shop/orders/admin/hooks.ts'
import {
  adminConversationQuery,
  conversationListQuery,
  conversationListUrl,
} from '../../../shop/support/admin/hooks.ts'
import { openRefundsQuery } from '../../../money/payments/admin/hooks.ts'
import { withdrawalListUrl, withdrawalsQuery } from '../../../shop/withdrawals/admin/hooks.ts'
import { activeSessionsQuery, allToysQuery } from '../../../live/sessions/admin/hooks.ts'
import {
  customerListUrl,
  customerPageQueries,
  customersQuery,
  customerPageUrl,
} from '../../../backoffice/customers/hooks.ts'
import {
  creatorReviewListUrl,
  creatorReviewModerationQuery,
} from '../../../live/creatorReviews/admin/hooks.ts'
import { creatorListUrl, creatorQuery, creatorsQuery } from '../../../live/creators/admin/hooks.ts'
import { providerConnectionQuery, providerStateQuery } from '../../../live/toys/admin/provider.hooks.ts'
import { promotionsQuery } from '../../../shop/promotions/admin/hooks.ts'
import {
  contentCaseListUrl,
  contentCaseQuery,
  contentCasesQuery,
} from '../../../backoffice/moderation/hooks.ts'
import { vatOverviewQuery } from '../../../money/vat/admin/hooks.ts'
import { adminRecallsQuery } from '../../../shop/recalls/admin/hooks.ts'
import { reconciliationQuery } from '../../../backoffice/reconciliation/hooks.ts'
import { periodsQuery } from '../../../backoffice/reports/hooks.ts'
import { giftCardListUrl, giftCardQuery, giftCardsQuery } from '../../../money/credit/admin/hooks.ts'
import { settingsQuery } from '../../../money/settings/admin/hooks.ts'
import { jobListUrl, jobsQuery } from '../../../backoffice/jobs/hooks.ts'
import { shippingRatesQuery, shippingZonesQuery } from '../../../shop/shipping/admin/hooks.ts'
import {
  allGiftsQuery,
  giftPurchaseListAddress,
  giftPurchasesQuery,
} from '../../../live/gifts/admin/hooks.ts'
import { reviewModerationQuery, reviewListUrl } from '../../../shop/reviews/admin/hooks.ts'
import { shopAnalyticsQuery } from '../../../backoffice/analytics/hooks.ts'
import { savedFiltersQuery } from '../../../people/savedFilters/admin/hooks.ts'
import { preloadQueries } from '../../../ui/call/queryClient.ts'
import { creatorEarningsQuery, earningListUrl, sharesQuery } from '../../../money/earnings/admin/hooks.ts'
import { objectionsQuery } from '../../../money/objections/admin/hooks.ts'
import { payoutsQuery } from '../../../money/payouts/admin/hooks.ts'
import { adminMinutePackagesQuery } from '../../../money/minutes/admin/hooks.ts'
import { contentListQuery, loadAdminContent } from '../../../people/content/admin/hooks.ts'

/** The data that each page of the back office loads before it is shown, in a file of its own: only admins fetch it. */
export const adminLoaders = {
  // Optional: a list works without them, and pages that are refused load nothing.
  savedFilters: preloadQueries(
    () => [],
    () => [savedFiltersQuery],
  ),
  dashboard: preloadQueries(() => [statsQuery, taskCountsQuery]),
  visitors: preloadQueries(() => [shopAnalyticsQuery]),
  orders: preloadQueries(({ url }) => [adminOrdersQuery(orderListUrl.parse(url.searchParams))]),
  order: preloadQueries(({ params: { orderId = '' } }) => [adminOrderQuery(orderId)]),
  withdrawals: preloadQueries(({ url }) => [withdrawalsQuery(withdrawalListUrl.parse(url.searchParams))]),
  conversations: preloadQueries(({ url }) => [
    conversationListQuery(conversationListUrl.parse(url.searchParams)),
  ]),
  conversation: preloadQueries(({ params: { conversationId = '' } }) => [
    adminConversationQuery(conversationId),
  ]),
  refunds: preloadQueries(() => [openRefundsQuery]),
  earnings: preloadQueries(({ url }) => [
    creatorEarningsQuery(earningListUrl.parse(url.searchParams)),
    sharesQuery,
    objectionsQuery,
  ]),
  payouts: preloadQueries(() => [payoutsQuery]),
  mails: preloadQueries(({ url }) => [mailsQuery(mailListUrl.parse(url.searchParams))]),
  products: preloadQueries(({ url }) => [
    adminProductsQuery(productListUrl.parse(url.searchParams)),
    adminCategoriesQuery,
    settingsQuery,
  ]),
  newProduct: preloadQueries(() => [adminCategoriesQuery]),
  product: loadAdminProduct,
  categories: preloadQueries(() => [adminCategoriesQuery]),
  bulkEdit: preloadQueries(({ params }) => [bulkEditQuery(params['bulkId'] ?? '')]),
  customers: preloadQueries(({ url }) => [customersQuery(customerListUrl.parse(url.searchParams))]),
  customer: preloadQueries(({ url, params: { userId = '' } }) =>
    customerPageQueries(userId, customerPageUrl(userId).parse(url.searchParams)),
  ),
  creators: preloadQueries(({ url }) => [creatorsQuery(creatorListUrl.parse(url.searchParams))]),
  creator: preloadQueries(({ params: { userId = '' } }) => [creatorQuery(userId)]),
  creatorPages: preloadQueries(({ url }) => [moderatedPagesQuery(pageListUrl.parse(url.searchParams))]),
  creatorReviews: preloadQueries(({ url }) => [
    creatorReviewModerationQuery(creatorReviewListUrl.parse(url.searchParams)),
  ]),
  applications: preloadQueries(({ url }) => [applicationsQuery(applicationListUrl.parse(url.searchParams))]),
  application: preloadQueries(({ params: { applicationId = '' } }) => [applicationQuery(applicationId)]),
  devices: preloadQueries(() => [allToysQuery, activeSessionsQuery]),
  provider: preloadQueries(() => [providerConnectionQuery, providerStateQuery]),
  settings: preloadQueries(() => [settingsQuery]),
  notifications: preloadQueries(() => [adminPreferencesQuery]),
  shipping: preloadQueries(() => [shippingZonesQuery, shippingRatesQuery]),
  jobs: preloadQueries(({ url }) => [jobsQuery(jobListUrl.parse(url.searchParams))]),
  reconciliation: preloadQueries(() => [reconciliationQuery]),
  reports: preloadQueries(() => [periodsQuery]),
  promotions: preloadQueries(() => [promotionsQuery]),
  giftCards: preloadQueries(({ url }) => [giftCardsQuery(giftCardListUrl.parse(url.searchParams))]),
  giftCard: preloadQueries(({ params: { cardId = '' } }) => [giftCardQuery(cardId)]),
  contentCases: preloadQueries(({ url }) => [contentCasesQuery(contentCaseListUrl.parse(url.searchParams))]),
  contentCase: preloadQueries(({ params: { caseId = '' } }) => [contentCaseQuery(caseId)]),
  recalls: preloadQueries(() => [adminRecallsQuery]),
  vat: preloadQueries(() => [vatOverviewQuery]),
  gifts: preloadQueries(
    () => [allGiftsQuery],
    ({ url }) => [giftPurchasesQuery(giftPurchaseListAddress.parse(url.searchParams))],
  ),
  reviews: preloadQueries(({ url }) => [reviewModerationQuery(reviewListUrl.parse(url.searchParams))]),
  minutePackages: preloadQueries(() => [adminMinutePackagesQuery]),
  contentList: preloadQueries(() => [contentListQuery]),
  content: loadAdminContent,
  audit: preloadQueries(({ url }) => [auditQuery(auditListUrl.parse(url.searchParams))]),
}
