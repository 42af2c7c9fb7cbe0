import { creatorPath } from '../../live/creatorPages/path.rules.ts'
import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import { loginSessionsQuery, userQuery } from '../../people/accounts/hooks.ts'
import { passkeysQuery, twoFactorQuery } from '../../people/security/hooks.ts'
import { conversationQuery } from '../../shop/support/hooks.ts'
import { addressesQuery } from '../../people/addresses/hooks.ts'
import { categoriesQuery } from '../../shop/products/catalog/hooks.ts'
import { giftsQuery, receivedGiftsQuery } from '../../live/gifts/hooks.ts'
import { controlSessionQuery, sessionHistoryQuery } from '../../live/sessions/ui/hooks.ts'
import { queuePositionQuery } from '../../live/sessions/queue/hooks.ts'
import { orderQuery, ordersQuery } from '../../shop/orders/hooks.ts'
import { isNeverPaid } from '../../shop/orders/status.rules.ts'
import { contactsQuery, threadQuery } from '../../live/messages/hooks.ts'
import { notificationsQuery } from '../../people/notifications/hooks.ts'
import { channelsQuery } from '../../people/notifications/push.hooks.ts'
import { paidOrderQueries } from './paymentResult.ts'
import { exportStateQuery } from '../../backoffice/privacy/hooks.ts'
import { profileQuery, publicProfileQuery } from '../profile/hooks.ts'
import { earningsQuery } from '../../live/studio/earnings/hooks.ts'
import { menuQuery } from '../../live/studio/menu/hooks.ts'
import { panicQuery } from '../../live/studio/panic/hooks.ts'
import { agreementQuery } from '../../live/agreements/hooks.ts'
import { creatorAccountQuery } from '../../live/creators/hooks.ts'
import { blockedUsersQuery, hidingQuery } from '../../live/blocks/hooks.ts'
import { creatorPageQuery, ownPageQuery } from '../../live/creatorPages/hooks.ts'
import { creatorNotesQuery } from '../../live/creatorNotes/hooks.ts'
import { playedMinutesQuery, studioQuery } from '../../live/studio/hooks.ts'
import { ownReviewsQuery } from '../../live/creatorReviews/hooks.ts'
import { followsQuery } from '../../live/follows/hooks.ts'
import { toysQuery } from '../../live/sessions/hooks.ts'
import { liveWelcomeQuery } from '../../live/welcome/hooks.ts'
import { wishlistQuery } from '../../shop/wishlist/hooks.ts'
import { recallsQuery } from '../../shop/recalls/hooks.ts'
import { faqQuery } from '../../people/content/hooks.ts'
import { legalTextQuery } from '../../people/legal/hooks.ts'
import { storeCreditQuery } from '../../money/credit/hooks.ts'
import { selfBilledQuery } from '../../money/selfBilling/hooks.ts'
import { payeeQuery } from '../../money/payees/hooks.ts'
import { invoicesQuery } from '../../money/invoices/hooks.ts'
import { preloadQueries, QueryClientContext } from '../../ui/call/queryClient.ts'

/** The data that the pages that a visit seldom begins with load before they are shown, in a file of its own. */
export const memberLoaders = {
  privacy: preloadQueries(({ url }) => [legalTextQuery('privacy', url.searchParams.get('version'))]),
  terms: preloadQueries(({ url }) => [legalTextQuery('terms', url.searchParams.get('version'))]),
  guarantee: preloadQueries(({ url }) => [legalTextQuery('guarantee', url.searchParams.get('version'))]),
  complaints: preloadQueries(({ url }) => [legalTextQuery('complaints', url.searchParams.get('version'))]),
  agePolicy: preloadQueries(({ url }) => [legalTextQuery('agePolicy', url.searchParams.get('version'))]),
  faq: preloadQueries(() => [faqQuery]),
  recalls: preloadQueries(() => [recallsQuery]),
  live: loadLive,
  creatorPage: loadCreatorPage,
  ownPage: preloadQueries(() => [ownPageQuery]),
  studio: preloadQueries(
    () => [studioQuery],
    () => [playedMinutesQuery, receivedGiftsQuery, creatorAccountQuery],
  ),
  creator: preloadQueries(
    () => [creatorAccountQuery],
    () => [agreementQuery],
  ),
  hiding: preloadQueries(() => [blockedUsersQuery, hidingQuery, creatorNotesQuery]),
  studioMenu: preloadQueries(() => [menuQuery]),
  earnings: preloadQueries(({ url }) => [earningsQuery(url.searchParams.get('page')), selfBilledQuery]),
  ownReviews: preloadQueries(() => [ownReviewsQuery]),
  payee: preloadQueries(() => [payeeQuery]),
  afterPanic: preloadQueries(() => [panicQuery]),
  dashboard: preloadQueries(() => [ordersQuery, sessionHistoryQuery, wishlistQuery], paidOrderQueries),
  profile: preloadQueries(
    () => [],
    () => [profileQuery, addressesQuery, ordersQuery, categoriesQuery, channelsQuery, exportStateQuery],
  ),
  publicProfile: preloadQueries(({ params: { userId = '' } }) => [publicProfileQuery(userId)]),
  sessions: preloadQueries(() => [sessionHistoryQuery]),
  notifications: preloadQueries(() => [notificationsQuery]),
  messages: preloadQueries(
    () => [contactsQuery],
    ({ params: { userId } }) => (userId ? [threadQuery(userId)] : []),
  ),
  wishlist: preloadQueries(() => [wishlistQuery]),
  gifts: preloadQueries(() => [giftsQuery]),
  orders: preloadQueries(() => [ordersQuery]),
  storeCredit: preloadQueries(
    () => [],
    () => [storeCreditQuery(1)],
  ),
  orderConfirmation: loadOrderConfirmation,
  security: preloadQueries(() => [twoFactorQuery, passkeysQuery, loginSessionsQuery]),
  supportConversation: preloadQueries(({ params: { conversationId = '' } }) => [
    conversationQuery({ conversationId }),
  ]),
}

/** Loads the page of a creator; an address that she had before leads to her present one. */
async function loadCreatorPage(args: LoaderFunctionArgs): Promise<null> {
  const asked = args.params['slug'] ?? ''
  await preloadQueries(() => [creatorPageQuery(asked)])(args)
  const { slug } = await args.context.get(QueryClientContext).ensureQueryData(creatorPageQuery(asked))
  if (slug !== asked) throw replace(creatorPath(slug))
  return null
}

/**
 * Loads the order before its page is shown. The link in a mail to pay after all (`?pay=again`) redirects to the cart for an order that
 * ended unpaid, whose lines are back there; an order that can still be paid is paid on its own page.
 */
async function loadOrderConfirmation(args: LoaderFunctionArgs): Promise<null> {
  const orderId = args.params['orderId'] ?? ''
  // A visitor's page is the same for everyone: the browser reads the order of a guest.
  const isVisitor = args.context.get(QueryClientContext).getQueryData(userQuery.queryKey) === null
  if (import.meta.env.SSR && isVisitor) return null
  await preloadQueries(
    () => [orderQuery(orderId)],
    () => [invoicesQuery(orderId)],
  )(args)
  if (args.url.searchParams.get('pay') !== 'again') return null
  const order = await args.context.get(QueryClientContext).ensureQueryData(orderQuery(orderId))
  if (isNeverPaid(order)) throw redirect('/shop?cart=open')
  return null
}

/** A visitor without an account reads about it. */
async function loadLive(args: LoaderFunctionArgs): Promise<null> {
  const user = await args.context.get(QueryClientContext).ensureQueryData(userQuery)
  return preloadQueries(
    () => [],
    () => (user ? [toysQuery, controlSessionQuery, queuePositionQuery, followsQuery] : [liveWelcomeQuery]),
  )(args)
}
