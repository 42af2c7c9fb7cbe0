import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { resolveReturnPath } from '../../../src/money/payments/return.service.ts'
import { createSharedRateLimit } from '../../../src/platform/http/rateLimit.ts'
import { verifyEmailWithToken } from '../../../src/people/accounts/emailVerification.service.ts'
import { issueToken } from '../../../src/people/accounts/token.service.ts'
import { LOCK_NOT_AVAILABLE, unwrapDatabaseError } from '../../../src/platform/db/databaseErrors.ts'
import { createCartReader } from '../../../src/shop/cart/service.ts'
import { CartWriter } from '../../../src/shop/cart/writer.service.ts'
import { submitCheckout } from '../../../src/shop/checkout/service.ts'
import { createGuestClaim, createGuestTakeover } from '../../../src/shop/guests/login.service.ts'
import { cancelOwnOrder } from '../../../src/shop/orders/refunds/cancel.service.ts'
import { retryOrderPayment } from '../../../src/shop/orders/payAgain.service.ts'
import { findOwnOrder } from '../../../src/shop/orders/service.ts'
import { createWithdrawal } from '../../../src/shop/withdrawals/service.ts'
import { Problem } from '../../../src/wire/problem.ts'
import { someAddress } from '../../support/fixtures.ts'
import type { SimulatedNode } from '../node.ts'
import type { World } from '../world.ts'
import { asUser, attempt, checkAnswer, pickCredit, type ActorContext } from './actor.ts'
import { comeBack, customerOf, pickGiftCards, waitForRush } from './shopper.ts'

/** A browser: whose cart it has as a guest, and the orders made in it. */
interface Browser {
  guestId: string | null
  isSignedIn: boolean
  orders: { id: string; userId: string; email: string; paymentUrl: string | undefined }[]
}

/** Someone without an account, or with one that is not signed in: fills a cart, orders with an e-mail address alone, and signs in later. */
export async function visit(context: ActorContext): Promise<void> {
  const { random, plan } = context
  const browser: Browser = { guestId: null, isSignedIn: false, orders: [] }
  for (let count = 0; count < plan.actions; count += 1) {
    // At the same moments as those with an account, so that one person orders as both at once.
    if (browser.guestId !== null && random.chance(0.3)) {
      await waitForRush(context)
      await order(context, browser)
      continue
    }
    await context.wait(random.int(0, 2500))
    const act = random.pick([add, add, add, change, order, order, order, payAgain, cancel, withdraw, back])
    const isOver = random.chance(0.2)
    await (isOver ? random.pick([signIn, verify, payAndSignIn, payAndSignIn]) : act)(context, browser)
  }
  await signIn(context, browser)
}

const back = (context: ActorContext, { guestId }: Browser): Promise<void> =>
  comeBack(context, guestId ?? customerOf(context).id)

const userOf = (context: ActorContext, { guestId, isSignedIn }: Browser): string | null =>
  isSignedIn ? customerOf(context).id : guestId

/** Adds to the cart; of two clicks both count. */
async function add(context: ActorContext, browser: Browser): Promise<void> {
  const { random, world, known } = context
  const productId = random.pick(world.productIds)
  const userId = userOf(context, browser) ?? randomUUIDv7()
  const send = async () => {
    const quantity = random.int(1, 2)
    const done = known.carts.expect(productId, quantity)
    const added = await attempt(
      context,
      browser.isSignedIn ? 'adding to the cart' : 'adding as a guest',
      () =>
        context.call(({ platform }) =>
          new CartWriter(platform).addLine(
            userId,
            productId,
            quantity,
            browser.isSignedIn ? undefined : platform.now(),
          ),
        ),
    )
    done()
    // The cookie comes with the answer.
    if (added && !browser.isSignedIn) browser.guestId = userId
  }
  await Promise.all([send(), random.chance(0.2) ? send() : null])
}

const readCart = (userId: string) => (node: SimulatedNode) => createCartReader(node.platform)(userId)

async function change(context: ActorContext, browser: Browser): Promise<void> {
  const { random, known } = context
  const userId = userOf(context, browser)
  if (userId === null) return
  await attempt(context, 'change of the cart', () =>
    context.call(async node => {
      const lines = await readCart(userId)(node)
      if (lines.length === 0) return
      const { id, productId } = random.pick(lines)
      const quantity = random.int(1, 3)
      if (random.chance(0.4)) return new CartWriter(node.platform).removeLine(userId, id)
      const done = known.carts.expect(productId, quantity)
      await new CartWriter(node.platform).setQuantity(userId, id, quantity).finally(done)
    }),
  )
}

/** Their own address, which their account has too; another's; or one that several have and no account. */
const pickEmail = (context: ActorContext): string =>
  context.random.pick([
    `${customerOf(context).id}@gloed.test`,
    `${customerOf(context).id}@gloed.test`,
    `${context.random.pick(context.world.customers).id}@gloed.test`,
    'iemand@gloed.test',
  ])

async function order(context: ActorContext, browser: Browser): Promise<void> {
  const { random, world, known } = context
  if (browser.isSignedIn || browser.guestId === null) return add(context, browser)
  const userId = browser.guestId
  const cards = pickGiftCards(context)
  const inCart = await attempt(context, 'reading the cart', () => context.call(readCart(userId)))
  const lines = (inCart ?? []).map(({ productId, quantity }) => ({ productId, quantity }))
  const items = cards.isAlone ? cards.items : [...lines, ...cards.items]
  if (items.length === 0) return add(context, browser)
  const email = pickEmail(context)
  const input = {
    items,
    guest: { email, address: { ...someAddress, company: null, country: 'Nederland' }, acceptsTerms: true },
    hasTracking: random.chance(0.4),
    comments: null,
    codes: random.chance(0.3) ? [random.pick(world.codes)] : [],
    ...(random.chance(0.4) && { giftCards: pickCredit(context).giftCards }),
    giftCardDeliveries: cards.giftCardDeliveries,
  }
  const key = { userId, key: randomUUIDv7(), operation: 'checkout', input }
  const send = () =>
    attempt(context, 'checkout as a guest', async () => {
      const { orderId, paymentUrl, buyerId } = await context.call(node =>
        submitCheckout(node.platform, node.payments.gateways, input as never, key, node.automatic),
      )
      if (paymentUrl) context.provider.show(paymentUrl)
      checkAnswer(context, key.key, orderId)
      browser.guestId = buyerId ?? userId
      if (known.orders.some(({ id }) => id === orderId)) return orderId
      known.orders.push({ id: orderId, userId: browser.guestId })
      browser.orders.push({ id: orderId, userId: browser.guestId, email, paymentUrl })
      return orderId
    })
  const [made] = await Promise.all([send(), random.chance(0.2) ? send() : null])
  if (!made && random.chance(0.6)) await send()
}

/** One that this browser ordered, as whoever it is now: a guest, or the account that has it by now. */
function pickOrder(context: ActorContext, { orders, isSignedIn }: Browser) {
  if (orders.length === 0) return null
  const { id, userId, email } = context.random.pick(orders)
  return { id, email, userId: isSignedIn ? customerOf(context).id : userId }
}

async function payAgain(context: ActorContext, browser: Browser): Promise<void> {
  const own = pickOrder(context, browser)
  if (!own) return
  const again = await attempt(context, 'paying again as a guest', () =>
    context.call(node => retryOrderPayment(node.platform, node.payments.gateways, own.userId, own.id)),
  )
  if (again) context.provider.show(again.paymentUrl)
}

async function cancel(context: ActorContext, browser: Browser): Promise<void> {
  const own = pickOrder(context, browser)
  if (!own) return
  await attempt(context, 'cancelling as a guest', () =>
    context.call(node => cancelOwnOrder(node.platform, own.userId, own.id)),
  )
}

/** By number and address, as the form that everyone can fill in does. */
async function withdraw(context: ActorContext, browser: Browser): Promise<void> {
  const own = pickOrder(context, browser)
  if (!own) return
  await attempt(context, 'withdrawal of a guest', () =>
    context.call(async ({ platform }) => {
      const { number: orderNumber } = await findOwnOrder(platform.db, own.userId, own.id)
      await createWithdrawal(platform, {
        name: 'Sam',
        email: own.email,
        orderNumber,
        itemIds: [],
        remark: null,
      })
    }),
  )
}

/**
 * The login succeeds whatever becomes of the guest, so an error of the takeover is only in the log: here it is thrown. That something else is
 * working on an order, for longer than it waits, is none: the next login tries again.
 */
async function takeOver<T>(node: SimulatedNode, work: (platform: SimulatedNode['platform']) => Promise<T>) {
  const failures: unknown[] = []
  const error = ({ err }: { err: unknown }) => failures.push(err)
  const log = { ...node.platform.log, error } as unknown as SimulatedNode['platform']['log']
  await work({ ...node.platform, log })
  const [failure] = failures
  if (failure === undefined) return true
  throw unwrapDatabaseError(failure).code === LOCK_NOT_AVAILABLE ? new Problem('CONFLICT') : failure
}

/** Signs in, and the account gets the cart and the orders of the guest; or signs out. */
async function signIn(context: ActorContext, browser: Browser): Promise<void> {
  const { random } = context
  if (browser.isSignedIn) {
    browser.isSignedIn = false
    return
  }
  const { guestId } = browser
  const guests = { find: () => guestId, clear: () => undefined }
  const send = () =>
    attempt(context, guestId === null ? 'signing in' : 'signing in with a cart', () =>
      context.call(node =>
        takeOver(node, platform =>
          createGuestTakeover(platform, guests as never)(customerOf(context).id, {} as never),
        ),
      ),
    )
  const [done] = await Promise.all([send(), random.chance(0.3) ? send() : null])
  // Without an answer it keeps its cookie.
  if (!done) return
  browser.isSignedIn = random.chance(0.5)
  browser.guestId = null
}

/** Pays, and signs in or verifies the address in another tab while this one comes back from the payment page. */
async function payAndSignIn(context: ActorContext, browser: Browser): Promise<void> {
  const { random, provider } = context
  const last = browser.orders.findLast(({ paymentUrl }) => paymentUrl !== undefined)
  const there =
    last?.paymentUrl && provider.payments.get(last.paymentUrl.slice(last.paymentUrl.lastIndexOf('/') + 1))
  if (!last || !there) return
  provider.decide(there.id, 'PAID')
  await Promise.all([
    attempt(context, 'coming back as a guest', () =>
      context.call(node => resolveReturnPath(node.payments, there.paymentId, asUser(last.userId, 'GUEST'))),
    ),
    context.wait(random.int(0, 150)).then(() => random.pick([signIn, verify])(context, browser)),
  ])
}

/** Opens the link of the mail that verifies the address of the account. */
async function verify(context: ActorContext): Promise<void> {
  const { id: userId } = customerOf(context)
  const send = () =>
    attempt(context, 'verifying an address', () =>
      context.call(async node => {
        const { db, now } = node.platform
        const token = await issueToken(db, userId, 'VERIFY_EMAIL', now())
        const reader = {
          session: { userId, sessionId: randomUUID() },
          password: undefined,
          passwordLimit: createSharedRateLimit(node.platform, 'verify-password', 10, 60_000),
        }
        await verifyEmailWithToken(node.platform, token, reader, () => Promise.resolve())
        await takeOver(node, platform => createGuestClaim(platform)(userId))
      }),
    )
  await Promise.all([send(), context.random.chance(0.3) ? send() : null])
}

/** Whoever has verified the address signs in once more. */
export async function claimAll({ platform }: SimulatedNode, { customers }: World): Promise<void> {
  for (const { id } of customers) await createGuestClaim(platform)(id)
}
