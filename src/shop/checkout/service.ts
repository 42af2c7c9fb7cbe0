import type { z } from 'zod'
import { spendCredit } from '../../money/credit/spend.service.ts'
import {
  addPayment,
  type PaymentAttempt,
  type PaymentProviders,
  claimPurchase,
  ensurePaymentUrl,
  holdExpiry,
} from '../../money/payments/service.ts'
import { findVatTreatment, termsOf } from '../../money/vat/treatment.service.ts'
import { providerOf } from '../../money/payments/uses.service.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { IdempotencyKey } from '../../platform/db/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertTermsAccepted } from '../../people/accounts/terms.service.ts'
import { MAX_LINE_QUANTITY, MAX_ORDER_CENTS } from '../../wire/limits.ts'
import { formatCents } from '../../wire/money.ts'
import { Problem } from '../../wire/problem.ts'
import { isDigital } from '../products/catalog/rules.ts'
import { retryAtPresentPrices } from '../products/prices/dueSales.service.ts'
import { retryWithoutExpiredHolds } from '../products/stock/expiredHolds.service.ts'
import type { HeldProduct } from '../products/stock/service.ts'
import { findAddressCountry, priceForTreatment } from './business.service.ts'
import type { checkout } from './contract.ts'
import { findBuyerId, writeGuest } from './guest.service.ts'
import { orderPaidMail } from '../orders/contract.ts'
import { notifyAdminsOfOrder, queueOrderMails } from '../orders/notices.service.ts'
import { holdLines, storeWishes } from '../orders/lines/service.ts'
import { markOrderPaid, recordOrderPaid, removeOrderFromCart } from '../orders/payment.service.ts'
import { placeOrder } from '../orders/placeOrder.service.ts'
import { assertShippedTo, findOrderTerms } from './destination.service.ts'
import { assertPointIn, readPickupPoint } from '../shipping/pickup.service.ts'
import { spendOnOrder } from '../orders/credit.service.ts'
import { lockOrder } from '../orders/service.ts'
import { type OrderPrice, priceOrder, type ShippingChoice } from '../orders/price.rules.ts'
import type { AutomaticPromotions } from '../promotions/automatic.service.ts'
import type { RefusedCode } from '../promotions/contract.ts'
import { chooseProvider } from './paymentUse.rules.ts'
import { payableByCredit } from './quote.service.ts'
import { listRefusedCodes } from '../promotions/labels.rules.ts'
import { findCandidates, type PromotionCandidates, holdPromotionUses } from '../promotions/service.ts'

type CheckoutInput = z.output<typeof checkout.input>

const alwaysLookUp = { mayApply: () => true }

/**
 * Places an order: holds the stock and writes the order, its uses of promotions and its payment in one transaction, then creates the
 * payment at the provider.
 * @throws Problem NOT_FOUND (product, address), ADDRESS_REQUIRED, NOT_SHIPPED_THERE, INSUFFICIENT_STOCK, QUANTITY_LIMIT, PRICE_CHANGED
 * with the current `total` and the `refused` codes; CREDIT_CHANGED with the amount `due` and the `refusedCards`; TERMS_CHANGED;
 * PROVIDER_UNAVAILABLE with the `orderId` of the order, which can still be paid by repeating the request with the same key
 * @param input `guest`: only of a guest
 * @returns `buyerId`: another guest than the key's, when that one ordered before with another e-mail address
 * @param automatic spares a statement while no promotion applies by itself; without it, they are looked up each time
 */
export async function submitCheckout(
  platform: Platform,
  gateways: PaymentProviders,
  input: CheckoutInput,
  key: IdempotencyKey,
  automatic: Pick<AutomaticPromotions, 'mayApply'> = alwaysLookUp,
): Promise<{ orderId: string; paymentUrl?: string; buyerId?: string | undefined }> {
  const { db, now } = platform
  const claimAndPlace = () =>
    db.transaction(tx =>
      claimPurchase(tx, key, id =>
        placeOrderWithPayment(tx, platform, automatic, input, { id, userId: key.userId }),
      ),
    )
  const { id: orderId, payment } = await retryAtPresentPrices(db, now, () =>
    retryWithoutExpiredHolds(db, now(), claimAndPlace),
  )
  const paymentUrl = payment && (await ensurePaymentUrl(platform, gateways, payment, { orderId }))
  const isOther = input.guest && payment?.userId !== key.userId
  const buyerId = isOther ? await findBuyerId(db, orderId) : key.userId
  return { orderId, ...(paymentUrl && { paymentUrl }), buyerId }
}

/**
 * Writes an order with its hold and its payment.
 * @returns no payment when nothing is due; the order is then paid at once
 */
async function placeOrderWithPayment(
  tx: Tx,
  platform: Platform,
  automatic: Pick<AutomaticPromotions, 'mayApply'>,
  input: CheckoutInput,
  { id, userId: shopperId }: { id: string; userId: string },
): Promise<PaymentAttempt | undefined> {
  const now = platform.now()
  if (!input.guest) await assertTermsAccepted(tx, platform.content, shopperId)
  const expiresAt = holdExpiry(platform)
  const held = await holdLines(tx, id, input.items, expiresAt, now)
  if (held.some(line => line.quantity > MAX_LINE_QUANTITY)) throw new Problem('QUANTITY_LIMIT')
  const chosen = chooseProvider(held, use => providerOf(platform, use))
  if ('refusal' in chosen) throw new Problem('CONFLICT', { message: chosen.refusal })
  const stored = storeWishes(held, input, now)
  const { userId, addressId } = await findBuyer(tx, platform, input, shopperId)
  if (addressId === null && !held.every(isDigital)) throw new Problem('ADDRESS_REQUIRED', noAddress(input))
  const { codes = [], comments } = input
  const vat = await findTreatment(tx, platform, input, { userId, addressId })
  const { lines, trackingPrice, withShipping } = priceForTreatment(platform, vat, held)
  const candidates = await findCandidates(tx, automatic, { userId, codes, now, lock: true })
  const shipping = withShipping(await findOrderTerms(tx, platform, lines, { ...input, addressId }))
  const choice = { hasTracking: input.hasTracking, trackingPrice, shipping }
  const priceWith = (found: PromotionCandidates) => priceLines(platform, lines, choice, found)
  const price = priceWith(candidates)
  if (price.total > MAX_ORDER_CENTS) throw new Problem('QUANTITY_LIMIT', { message: tooMuchMessage })
  const refused = listRefusedCodes(codes, price.refused, candidates.promotions)
  if (isOtherPrice(price.total, input, refused)) throw priceChanged(price.total, refused)
  const terms = termsOf(vat, input)
  const isSent = addressId !== null && !lines.every(isDigital)
  const pickupPoint = isSent && input.pickupToken ? readPickupPoint(platform, input.pickupToken) : null
  const order = { id, userId, lines, addressId, price, comments, stored, pickupPoint, vat: terms }
  const { number, totalAmount: totalCents, country } = await placeOrder(tx, platform, order, now)
  if (country !== null && isSent) assertShippedTo(platform.settings.current, country, input)
  if (country !== null && pickupPoint) assertPointIn(country, pickupPoint)
  if (price.applied.length > 0) {
    const uses = { orderId: id, userId, applied: price.applied, candidates, expiresAt, now }
    const lost = await holdPromotionUses(tx, uses)
    if (lost.length > 0) throw lostPromotions(priceWith, input, candidates, lost)
  }
  const payableCents = payableByCredit(platform, held, price.payableByCredit)
  const amountCents = await payWithCredit(tx, input, { subjectId: id, userId, totalCents, payableCents, now })
  if (amountCents > 0)
    return addPayment(tx, { kind: 'ORDER', subjectId: id, userId, ...chosen, amountCents }, now)
  const paid = await markOrderPaid(tx, platform, { id, userId, number })
  if (paid && totalCents > 0) {
    await recordOrderPaid(tx, platform, await lockOrder(tx, id), paid)
    return
  }
  await removeOrderFromCart(tx, order)
  await notifyAdminsOfOrder(tx, { id, number, totalAmount: totalCents })
  // Without an invoice, with which it would be sent.
  await queueOrderMails(tx, platform, orderPaidMail, [{ orderId: id }])
}

/** Finds the buyer and the address. Called when the stock is held, because users are locked after it. */
const findBuyer = async (
  tx: Tx,
  platform: Platform,
  { addressId, guest }: CheckoutInput,
  shopperId: string,
): Promise<{ userId: string; addressId: string | null }> =>
  guest
    ? writeGuest(tx, platform, shopperId, guest, platform.now())
    : { userId: shopperId, addressId: addressId ?? null }

const noAddress = ({ guest }: CheckoutInput) => ({
  fields: guest ? { 'guest.address': 'Vul je adres in.' } : { addressId: 'Selecteer een verzendadres' },
})

const tooMuchMessage = `Eén bestelling kan hoogstens ${formatCents(MAX_ORDER_CENTS)} zijn. Verdeel ze over meer bestellingen.`

/** Pays with cards and store credit, last of all, because accounts are locked after everything else. @returns cents that are left */
const payWithCredit = (
  tx: Tx,
  { giftCards, useStoreCredit, expectedDue }: CheckoutInput,
  order: { subjectId: string; userId: string; totalCents: number; payableCents: number; now: Date },
): Promise<number> =>
  spendCredit(tx, spendOnOrder, {
    ...order,
    kind: 'ORDER',
    giftCards,
    useStoreCredit,
    expectedDue,
  })

/** How it is taxed; the address is looked up only for a business. */
async function findTreatment(
  tx: Tx,
  platform: Platform,
  { business, guest }: CheckoutInput,
  { userId, addressId }: { userId: string; addressId: string | null },
) {
  if (!business) return findVatTreatment(tx, platform, null, null)
  const country = guest
    ? guest.address?.country
    : addressId && (await findAddressCountry(tx, userId, addressId))
  return findVatTreatment(tx, platform, business, country)
}

const priceLines = (
  { now }: Platform,
  lines: (HeldProduct & { priceWithVat: number })[],
  choice: ShippingChoice,
  { promotions, hasOrdered }: PromotionCandidates,
): OrderPrice =>
  priceOrder(
    lines.map(line => ({ ...line, productId: line.id })),
    choice,
    promotions,
    { now: now(), hasOrdered },
  )

/** Whether the customer would be charged something else than was shown, or without having been shown anything gets less than was asked. */
const isOtherPrice = (total: number, { expectedTotal }: CheckoutInput, refused: RefusedCode[]): boolean =>
  typeof expectedTotal === 'number' ? total !== expectedTotal : refused.length > 0

const priceChanged = (total: number, refused: RefusedCode[]): Problem => {
  const messages = refused.map(({ message }) => message)
  const message = [...messages, `Het totaal is nu ${formatCents(total)}.`].join(' ')
  return new Problem('PRICE_CHANGED', { total, ...(refused.length > 0 && { refused, message }) })
}

/** The price without the promotions that others used up, or an admin changed, while this order was being placed. */
function lostPromotions(
  priceWith: (found: PromotionCandidates) => OrderPrice,
  input: CheckoutInput,
  candidates: PromotionCandidates,
  lost: string[],
): Problem {
  const promotions = candidates.promotions.filter(({ id }) => !lost.includes(id))
  const price = priceWith({ ...candidates, promotions })
  return priceChanged(price.total, listRefusedCodes(input.codes ?? [], price.refused, promotions))
}
