import { lockRefundablePayments, sumLeft } from '../../../money/payments/refund.service.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { lockProducts } from '../../downloads/delivery.service.ts'
import { notifyStockCrossings } from '../../products/stock/notice.service.ts'
import { type HeldProduct, type ProductQuantity, restockProducts } from '../../products/stock/service.ts'
import { orderDigitalMail } from '../contract.ts'
import { notifyBuyers, queueOrderMails } from '../notices.service.ts'
import { listOrderQuantities, lockOrder, updateOrder } from '../service.ts'
import { codes } from './codes.service.ts'
import { digital } from './digital.service.ts'
import { isDeliveredWhole } from './digital.rules.ts'
import { giftCard } from './giftCard.service.ts'
import { goods } from './goods.service.ts'
import {
  type LineKind,
  type LineWishes,
  listOrderLines,
  type OrderHeader,
  type OrderLine,
  type ReturnedLine,
} from './kind.service.ts'

/** The kinds of line. A line is of the first that includes it. */
export const kinds = { giftCard, codes, digital, goods } satisfies Record<string, LineKind>

const all: readonly LineKind[] = Object.values(kinds)

const kindOf = (line: OrderLine): LineKind => all.find(kind => kind.includes(line)) ?? goods

/** The functions of all kinds for a step, each once. */
const functionsFor = <Step extends keyof LineKind>(step: Step): Set<LineKind[Step]> =>
  new Set(all.map(kind => kind[step]))

/** The same, each with its lines among these; without those that have none. */
const stepsFor = <Step extends keyof LineKind, Line extends OrderLine>(step: Step, lines: Line[]) =>
  [...functionsFor(step)]
    .map(run => ({ run, own: lines.filter(line => kindOf(line)[step] === run) }))
    .filter(({ own }) => own.length > 0)

/** The lines that store something of their own, by product. @throws Problem INVALID_INPUT for wishes that can't be met */
export const storeWishes = (held: readonly HeldProduct[], wishes: LineWishes, now: Date) =>
  new Map(all.flatMap(kind => kind.store?.(held, wishes, now) ?? []))

/** Holds units for an order. @throws as `holdStock` */
export async function holdLines(...order: Parameters<LineKind['hold']>): Promise<HeldProduct[]> {
  const held = []
  for (const hold of functionsFor('hold')) held.push(...(await hold(...order)))
  return held
}

/**
 * Sells the lines of an order, for which expired holds of other orders are released. Admins are notified of products that are low or sold
 * out by it.
 * @returns false when there is too little of any product; then nothing is sold
 */
export async function sellLines(
  tx: Tx,
  { settings, now }: Pick<Platform, 'settings' | 'now'>,
  orderId: string,
): Promise<boolean> {
  for (const sell of functionsFor('sell')) {
    const sold = await sell(tx, orderId, now())
    if (!sold) return false
    await notifyStockCrossings(tx, sold, settings.current.lowStockThreshold)
  }
  return true
}

/** Gives back the stock that an order holds. */
export async function releaseLines(tx: Tx, orderId: string): Promise<void> {
  for (const release of functionsFor('release')) await release(tx, orderId)
}

/**
 * Delivers the lines of a paid order as far as that is possible now, in the transaction that sells them, and tells its buyer. Lines that
 * can't be delivered are left to be handled by hand.
 * @returns the lines; how many are to be opened by the link of a mail; and whether the order is delivered with that
 */
export async function deliverOrderLines(tx: Tx, platform: Platform, order: OrderHeader) {
  const lines = await listOrderLines(tx, order.id)
  const delivered = new Set<string>()
  for (const { run, own } of stepsFor('deliver', lines))
    for (const id of await run(tx, platform, order, own)) delivered.add(id)
  const opened = lines.filter(line => delivered.has(line.id) && kindOf(line).isOpenedByLink).length
  const isWhole = isDeliveredWhole(
    lines.map(line => ({ ...line, isDelivered: delivered.has(line.id) || line.deliveredAt !== null })),
  )
  if (opened > 0) {
    await notifyBuyers(tx, platform, [order], 'ORDER_DIGITAL')
    const more = { orderId: order.id, isWhole }
    await queueOrderMails(tx, platform, orderDigitalMail, [{ orderId: order.id, more }])
  }
  // No mail of a delivery tells of the others: they go to someone else.
  else if (isWhole && delivered.size > 0) await notifyBuyers(tx, platform, [order], 'ORDER_PAID')
  return { lines, opened, isWhole }
}

const refundedMessage = 'Van deze bestelling is alles terugbetaald: er is niets meer te leveren.'

/**
 * Delivers the lines of a paid order that could not be delivered when it was paid; their stock is counted again after that.
 * @throws Problem NOT_FOUND; ORDER_NOT_PAID; ORDER_REFUNDED when nothing is left of its payment; STOCK_RESERVED
 */
export const deliverRemainingLines = (
  platform: Platform,
  by: string,
  orderId: string,
): Promise<{ delivered: number }> =>
  platform.db.transaction(async tx => {
    const order = await lockOrder(tx, orderId)
    if (order.paidAt === null || order.status === 'CANCELLED') throw new Problem('ORDER_NOT_PAID')
    // A refund at the provider takes back delivered lines, and leaves the order and its lines as they are.
    const left = await lockRefundablePayments(tx, orderId)
    if (left.length > 0 && sumLeft(left) === 0)
      throw new Problem('ORDER_REFUNDED', { message: refundedMessage })
    const sold = await listOrderQuantities(tx, orderId)
    await lockProducts(
      tx,
      sold.map(({ productId }) => productId),
    )
    const now = platform.now()
    const { lines, opened: delivered, isWhole } = await deliverOrderLines(tx, platform, order)
    if (delivered === 0) return { delivered }
    await recountLines(tx, lines, by, 'DELIVERED')
    if (isWhole && order.deliveredAt === null)
      await updateOrder(tx, orderId, { status: 'DELIVERED', deliveredAt: now, now })
    const details = { lines: delivered }
    await recordAuditEntry(tx, { by, action: 'ORDER_DELIVERED', subjectId: orderId, details })
    return { delivered }
  })

async function recountLines(tx: Tx, lines: OrderLine[], by: string, cause: 'DELIVERED' | 'OTHER') {
  for (const { run, own } of stepsFor('recount', lines))
    await run?.(tx, [...new Set(own.map(({ productId }) => productId))], by, cause)
}

/**
 * The lines of an order of which pieces go back.
 * @param returned all that are left without it
 * @param isAll the whole order is refunded, whatever was said of its lines
 */
export async function readReturnedLines(
  tx: Tx,
  orderId: string,
  returned?: readonly { itemId: string; quantity: number }[],
  isAll = true,
): Promise<ReturnedLine[]> {
  const pieces = returned && new Map(returned.map(({ itemId, quantity }) => [itemId, quantity]))
  return (await listOrderLines(tx, orderId))
    .filter(({ id }) => isAll || pieces?.has(id))
    .map(line => ({
      ...line,
      returned: pieces ? (pieces.get(line.id) ?? 0) : line.quantity - line.refundedQuantity,
      isWhole: isAll || line.refundedQuantity === line.quantity,
    }))
}

const isAccount = (line: OrderLine): boolean => kindOf(line).isAccount === true

const idsOf = (lines: OrderLine[]): string[] => lines.map(({ id }) => id)

/** The ids of the lines whose deliveries are accounts. */
export const accountLines = (lines: OrderLine[]): string[] => idsOf(lines.filter(isAccount))

/** Takes back deliveries of returned lines, either accounts or all others. @returns the units that are for sale again by that */
async function takeBack(
  tx: Tx,
  lines: ReturnedLine[],
  accounts: boolean,
  how: { now: Date; isGone: boolean },
) {
  const context = { ...how, productIds: lines.map(({ productId }) => productId) }
  const freed: ProductQuantity[] = []
  for (const { run, own } of stepsFor(
    'takeBack',
    lines.filter(line => isAccount(line) === accounts),
  ))
    freed.push(...(await run(tx, own, context)))
  return freed
}

/**
 * Takes back deliveries of returned lines, except accounts, and puts units back into stock, of which the sale still counts.
 * @param restock whether the admin puts them back; null when the stock stays as it is
 */
export async function takeBackLines(
  tx: Tx,
  orderId: string,
  lines: ReturnedLine[],
  now: Date,
  restock: boolean | null,
): Promise<void> {
  const freed = await takeBack(tx, lines, false, { now, isGone: false })
  if (restock === null) return
  const units = lines.map(line => ({ ...line, quantity: kindOf(line).restock(line, restock) }))
  await restockProducts(tx, orderId, [...units, ...freed], 'paid back')
}

/** Takes back the accounts of returned lines, after everything else was locked. @param isGone as for `LineKind.takeBack` */
export async function takeBackAccounts(tx: Tx, lines: ReturnedLine[], now: Date, isGone = false) {
  await takeBack(tx, lines, true, { now, isGone })
}

/** Blocks deliveries whose payment was charged back. */
export async function blockLines(tx: Tx, lines: OrderLine[], now: Date): Promise<void> {
  for (const { run, own } of stepsFor('block', lines)) await run?.(tx, idsOf(own), now)
}

/**
 * Takes back an order that is being cancelled, except accounts.
 * @param isSaleUndone whether all its units return to stock; the sale of a sent or delivered order still counts
 * @returns its lines: their accounts are taken back when all else of the order is changed
 */
export async function cancelLines(tx: Tx, now: Date, by: string, orderId: string, isSaleUndone: boolean) {
  const lines = await readReturnedLines(tx, orderId)
  if (!isSaleUndone) await takeBackLines(tx, orderId, lines, now, false)
  else {
    const units = lines.map(line => ({ ...line, quantity: line.returned }))
    await restockProducts(tx, orderId, units, 'cancelled')
    await takeBackLines(tx, orderId, lines, now, null)
    await recountLines(tx, lines, by, 'OTHER')
  }
  return lines
}
