import { randomUUIDv7 } from 'node:crypto'
import { resolveReturnPath } from '../../../src/money/payments/return.service.ts'
import { verifyEmailWithToken } from '../../../src/people/accounts/emailVerification.service.ts'
import { issueToken } from '../../../src/people/accounts/token.service.ts'
import { LOCK_NOT_AVAILABLE, unwrapDatabaseError } from '../../../src/platform/db.ts'
import { addLine, createCartReader, removeLine, setQuantity } from '../../../src/shop/cart/service.ts'
import { submitCheckout } from '../../../src/shop/checkout/service.ts'
import { createGuestClaim, createGuestTakeover } from '../../../src/shop/guests/login.service.ts'
import { cancelOwnOrder } from '../../../src/shop/orders/cancel.service.ts'
import { retryOrderPayment } from '../../../src/shop/orders/payAgain.service.ts'
import { findOwnOrder } from '../../../src/shop/orders/service.ts'
import { createWithdrawal } from '../../../src/shop/withdrawals/service.ts'
import { Problem } from '../../../src/wire/problem.ts'
import { someAddress } from '../../support/fixtures.ts'
import type { SimulatedNode } from '../node.ts'
import type { World } from '../world.ts'
import { asUser, attempt, checkAnswer, pickCredit, type Stage } from './actor.ts'
import { comeBack, customerOf, pickGiftCards, waitForRush } from './shopper.ts'

/** A browser: whose cart it has as a guest, and what was ordered in it. */
interface Browser {
  guestId: string | null
  isSignedIn: boolean
  orders: { id: string; userId: string; email: string; paymentUrl: string | undefined }[]
}

/** Someone without an account, or with one that is not signed in: fills a cart, orders with an e-mail address alone, and signs in later. */
export async function visit(stage: Stage): Promise<void> {
  const { random, plan } = stage
  const browser: Browser = { guestId: null, isSignedIn: false, orders: [] }
  for (let count = 0; count < plan.actions; count += 1) {
    // At the same moments as those with an account, so that one person orders as both at once.
    if (browser.guestId !== null && random.chance(0.3)) {
      await waitForRush(stage)
      await order(stage, browser)
      continue
    }
    await stage.wait(random.int(0, 2500))
    const act = random.pick([add, add, add, change, order, order, order, payAgain, cancel, withdraw, back])
    const isOver = random.chance(0.2)
    await (isOver ? random.pick([signIn, verify, payAndSignIn, payAndSignIn]) : act)(stage, browser)
  }
  await signIn(stage, browser)
}

const back = (stage: Stage, { guestId }: Browser): Promise<void> =>
  comeBack(stage, guestId ?? customerOf(stage).id)

const userOf = (stage: Stage, { guestId, isSignedIn }: Browser): string | null =>
  isSignedIn ? customerOf(stage).id : guestId

/** Adds to the cart; of two clicks both count. */
async function add(stage: Stage, browser: Browser): Promise<void> {
  const { random, world, known } = stage
  const productId = random.pick(world.productIds)
  const userId = userOf(stage, browser) ?? randomUUIDv7()
  const send = async () => {
    const quantity = random.int(1, 2)
    const done = known.carts.expect(productId, quantity)
    const added = await attempt(stage, browser.isSignedIn ? 'adding to the cart' : 'adding as a guest', () =>
      stage.call(({ platform }) =>
        addLine(platform.db, userId, productId, quantity, browser.isSignedIn ? undefined : platform.now()),
      ),
    )
    done()
    // The cookie comes with the answer.
    if (added && !browser.isSignedIn) browser.guestId = userId
  }
  await Promise.all([send(), random.chance(0.2) ? send() : null])
}

const readCart = (userId: string) => (node: SimulatedNode) => createCartReader(node.platform)(userId)

async function change(stage: Stage, browser: Browser): Promise<void> {
  const { random, known } = stage
  const userId = userOf(stage, browser)
  if (userId === null) return
  await attempt(stage, 'change of the cart', () =>
    stage.call(async node => {
      const lines = await readCart(userId)(node)
      if (lines.length === 0) return
      const { id, productId } = random.pick(lines)
      const quantity = random.int(1, 3)
      if (random.chance(0.4)) return removeLine(node.platform.db, userId, id)
      const done = known.carts.expect(productId, quantity)
      await setQuantity(node.platform.db, userId, id, quantity).finally(done)
    }),
  )
}

/** Their own address, which their account has too; another's; or one that several have and no account. */
const pickEmail = (stage: Stage): string =>
  stage.random.pick([
    `${customerOf(stage).id}@gloed.test`,
    `${customerOf(stage).id}@gloed.test`,
    `${stage.random.pick(stage.world.customers).id}@gloed.test`,
    'iemand@gloed.test',
  ])

async function order(stage: Stage, browser: Browser): Promise<void> {
  const { random, world, known } = stage
  if (browser.isSignedIn || browser.guestId === null) return add(stage, browser)
  const userId = browser.guestId
  const cards = pickGiftCards(stage)
  const inCart = await attempt(stage, 'reading the cart', () => stage.call(readCart(userId)))
  const lines = (inCart ?? []).map(({ productId, quantity }) => ({ productId, quantity }))
  const items = cards.isAlone ? cards.items : [...lines, ...cards.items]
  if (items.length === 0) return add(stage, browser)
  const email = pickEmail(stage)
  const input = {
    items,
    guest: { email, address: { ...someAddress, company: null, country: 'Nederland' }, acceptsTerms: true },
    hasTracking: random.chance(0.4),
    comments: null,
    codes: random.chance(0.3) ? [random.pick(world.codes)] : [],
    ...(random.chance(0.4) && { giftCards: pickCredit(stage).giftCards }),
    giftCardDeliveries: cards.giftCardDeliveries,
  }
  const key = { userId, key: randomUUIDv7(), operation: 'checkout', input }
  const send = () =>
    attempt(stage, 'checkout as a guest', async () => {
      const { orderId, paymentUrl, buyerId } = await stage.call(node =>
        submitCheckout(node.platform, node.payments.gateways, input as never, key, node.automatic),
      )
      if (paymentUrl) stage.provider.show(paymentUrl)
      checkAnswer(stage, key.key, orderId)
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
function pickOrder(stage: Stage, { orders, isSignedIn }: Browser) {
  if (orders.length === 0) return null
  const { id, userId, email } = stage.random.pick(orders)
  return { id, email, userId: isSignedIn ? customerOf(stage).id : userId }
}

async function payAgain(stage: Stage, browser: Browser): Promise<void> {
  const own = pickOrder(stage, browser)
  if (!own) return
  const again = await attempt(stage, 'paying again as a guest', () =>
    stage.call(node => retryOrderPayment(node.platform, node.payments.gateways, own.userId, own.id)),
  )
  if (again) stage.provider.show(again.paymentUrl)
}

async function cancel(stage: Stage, browser: Browser): Promise<void> {
  const own = pickOrder(stage, browser)
  if (!own) return
  await attempt(stage, 'cancelling as a guest', () =>
    stage.call(node => cancelOwnOrder(node.platform, own.userId, own.id)),
  )
}

/** By number and address, as the form that everyone can fill in does. */
async function withdraw(stage: Stage, browser: Browser): Promise<void> {
  const own = pickOrder(stage, browser)
  if (!own) return
  await attempt(stage, 'withdrawal of a guest', () =>
    stage.call(async ({ platform }) => {
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
async function signIn(stage: Stage, browser: Browser): Promise<void> {
  const { random } = stage
  if (browser.isSignedIn) {
    browser.isSignedIn = false
    return
  }
  const { guestId } = browser
  const guests = { find: () => guestId, clear: () => undefined }
  const send = () =>
    attempt(stage, guestId === null ? 'signing in' : 'signing in with a cart', () =>
      stage.call(node =>
        takeOver(node, platform =>
          createGuestTakeover(platform, guests as never)(customerOf(stage).id, {} as never),
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
async function payAndSignIn(stage: Stage, browser: Browser): Promise<void> {
  const { random, provider } = stage
  const last = browser.orders.findLast(({ paymentUrl }) => paymentUrl !== undefined)
  const there =
    last?.paymentUrl && provider.payments.get(last.paymentUrl.slice(last.paymentUrl.lastIndexOf('/') + 1))
  if (!last || !there) return
  provider.decide(there.id, 'PAID')
  await Promise.all([
    attempt(stage, 'coming back as a guest', () =>
      stage.call(node => resolveReturnPath(node.payments, there.paymentId, asUser(last.userId, 'GUEST'))),
    ),
    stage.wait(random.int(0, 150)).then(() => random.pick([signIn, verify])(stage, browser)),
  ])
}

/** Opens the link of the mail that verifies the address of the account. */
async function verify(stage: Stage): Promise<void> {
  const { id: userId } = customerOf(stage)
  const send = () =>
    attempt(stage, 'verifying an address', () =>
      stage.call(async node => {
        const { db, now } = node.platform
        const token = await issueToken(db, userId, 'VERIFY_EMAIL', now())
        const verified = await verifyEmailWithToken(db, token, now())
        await takeOver(node, platform => createGuestClaim(platform)(verified))
      }),
    )
  await Promise.all([send(), stage.random.chance(0.3) ? send() : null])
}

/** Whoever has verified the address signs in once more. */
export async function claimAll({ platform }: SimulatedNode, { customers }: World): Promise<void> {
  for (const { id } of customers) await createGuestClaim(platform)(id)
}
