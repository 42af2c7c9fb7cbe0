import { creditPaymentName } from '../../money/credit/labels.rules.ts'
import { formatAddressLines } from '../../people/addresses/rules.ts'
import { formatCents } from '../../wire/money.ts'
import { pickupAddress } from '../shipping/pickup.rules.ts'
import type { AppliedPromotion } from '../promotions/contract.ts'
import type { Order, OrderItem } from './contract.ts'
import { orderStatusLabel } from './status.rules.ts'

/** The notes on a receipt: those of sent lines, and those of lines that were delivered digitally. */
export function orderNotes({
  items: all,
}: {
  items: Pick<OrderItem, 'isDigital' | 'deliveredAt' | 'giftCards'>[]
}): string[] {
  const items = all.filter(({ giftCards }) => giftCards === undefined)
  const hasParcel = items.some(({ isDigital }) => !isDigital)
  const hasDelivered = items.some(({ isDigital, deliveredAt }) => isDigital && deliveredAt !== null)
  const isWaiting = items.some(({ isDigital, deliveredAt }) => isDigital && deliveredAt === null)
  return [
    ...(hasParcel
      ? [
          '14 dagen bedenktijd, gerekend vanaf ontvangst.',
          'Discreet verpakt en verzonden, zonder afzender die iets verraadt.',
        ]
      : []),
    ...(hasDelivered ? ['Wat digitaal geleverd is, kan niet herroepen worden: daar koos je voor.'] : []),
    ...(isWaiting ? ['Wat digitaal is, staat bij je bestelling zodra het geleverd is.'] : []),
    ...(items.length < all.length
      ? [
          'Een cadeaubon komt per mail, op de dag die je koos.',
          'Een cadeaubon waarmee nog niets betaald is, kun je binnen 14 dagen herroepen.',
        ]
      : []),
  ]
}

/** Cents, each: the products at their prices before discounts, shipping and tracking. */
export function orderTotals({
  items,
  total,
  trackingCost,
  shippingCost: shipping = 0,
}: Pick<Order, 'items' | 'total' | 'trackingCost' | 'shippingCost'>) {
  const discount = items.reduce((sum, item) => sum + (item.discount ?? 0), 0)
  return {
    products: total - trackingCost - shipping + discount,
    shipping,
    tracking: trackingCost,
    total,
  }
}

/** The discounts on products, not that on tracking: its charge is less already. */
export const productDiscounts = ({ promotions = [] }: { promotions?: AppliedPromotion[] | undefined }) =>
  promotions.filter(({ kind }) => kind !== 'FREE_TRACKING' && kind !== 'MINUTES')

export type ShippingAddressFields = Pick<Order, Extract<keyof Order, `shipping${string}`>>

/** The name and the address, one line each; null when nothing is shipped. */
export function shippingAddressLines(order: ShippingAddressFields): string[] | null {
  if (order.shippingStreet === null) return null
  const lines = formatAddressLines({
    company: order.shippingCompany,
    street: order.shippingStreet,
    houseNumber: order.shippingHouseNumber ?? '',
    postalCode: order.shippingPostalCode ?? '',
    city: order.shippingCity ?? '',
    country: order.shippingCountry ?? '',
  })
  return [`${order.shippingFirstName ?? ''} ${order.shippingLastName ?? ''}`.trim(), ...lines]
}

export const receiptFileName = ({ number }: Pick<Order, 'number'>): string => `bestelling-${number}.txt`

const WIDTH = 64

/** A line with left and right text; a long left text moves the amount to the right. */
const row = (left: string, right: string): string => `${left.padEnd(WIDTH - right.length - 1)} ${right}`

const section = (title: string, lines: string[]): string => [title, '-'.repeat(WIDTH), ...lines].join('\n')

/** The amounts that gift cards and store credit paid, and the remaining amount. */
const paidWithRows = ({ creditPayments = [], dueTotal = 0 }: Order): string[] => [
  ...creditPayments.map(payment => row(creditPaymentName(payment), formatCents(-payment.amount))),
  ...(creditPayments.length > 0 && dueTotal > 0 ? [row('Online te betalen', formatCents(dueTotal))] : []),
]

export function receiptText(
  order: Order,
  { shopName, placedAt, pricesIncludeVat }: { shopName: string; placedAt: string; pricesIncludeVat: boolean },
): string {
  const { products, shipping, tracking, total } = orderTotals(order)
  const address = shippingAddressLines(order)
  const sections = [
    `${shopName}\nBestelling ${order.number}\nGeplaatst op ${placedAt}\nStatus: ${orderStatusLabel(order).name}`,
    section('Producten', [
      ...order.items.map(({ quantity, pricePerItem, product }) =>
        row(`${quantity} x ${product.name}`, formatCents(quantity * pricePerItem)),
      ),
      '',
      row('Subtotaal', formatCents(products)),
      ...productDiscounts(order).map(({ explanation, amount }) => row(explanation, formatCents(-amount))),
      ...(order.isDigital ? [] : [row('Verzending', formatCents(shipping))]),
      ...(tracking > 0 ? [row('Track & trace', formatCents(tracking))] : []),
      row(pricesIncludeVat ? 'Totaal, inclusief btw' : 'Totaal', formatCents(total)),
      ...paidWithRows(order),
    ]),
    ...(address ? [section('Verzendadres', address)] : []),
    ...(order.pickupPoint
      ? [section('Afhalen bij', [order.pickupPoint.name, pickupAddress(order.pickupPoint)])]
      : []),
    ...(order.trackingCode
      ? [section('Volgen', [`${order.shippingCarrier ?? ''} ${order.trackingCode}`])]
      : []),
    ...(order.comments ? [section('Opmerking', [order.comments])] : []),
    section('Goed om te weten', orderNotes(order)),
  ]
  return `${sections.join('\n\n')}\n`
}
