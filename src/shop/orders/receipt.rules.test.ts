import { expect, test } from 'vitest'
import type { Order } from './contract.ts'
import { receiptFileName, receiptText, shippingAddressLines } from './receipt.rules.ts'
import { canPay, countOrdersByStatus, isNeverPaid, orderStatusLabel } from './status.rules.ts'

const order = (changes: Partial<Order> = {}): Order => ({
  id: 'o-1',
  number: '2026-000042',
  createdAt: '2026-11-20T13:05:00Z',
  status: 'SHIPPED',
  isDigital: false,
  total: 7740,
  hasTracking: true,
  trackingCost: 250,
  paidAt: null,
  shippedAt: null,
  deliveredAt: null,
  trackingCode: '3SABC123',
  shippingCarrier: 'PostNL',
  shippingFirstName: 'Sam',
  shippingLastName: 'de Wit',
  shippingCompany: null,
  promisedOn: null,
  shippingStreet: 'Lindelaan',
  shippingHouseNumber: '12',
  shippingPostalCode: '3512 AB',
  shippingCity: 'Utrecht',
  shippingCountry: 'Nederland',
  comments: 'Bel niet aan.',
  paymentUrl: null,
  items: [
    { name: 'Zijden blinddoek', quantity: 2, price: 2495 },
    {
      name: 'Een naam die zo lang is dat hij nooit op één regel van een bon zou passen',
      quantity: 1,
      price: 2500,
    },
  ].map(({ name, quantity, price }, index) => ({
    id: `i-${index}`,
    orderId: 'o-1',
    productId: `p-${index}`,
    quantity,
    pricePerItem: price,
    product: { name, imageUrl: null },
    isDigital: false,
    hygieneSealed: false,
    picked: false,
    deliveredAt: null,
  })),
  ...changes,
})

const read = (changes?: Partial<Order>, pricesIncludeVat = true) => {
  const placedAt = '20 november 2026 om 14:05'
  return receiptText(order(changes), { shopName: 'Gloed', placedAt, pricesIncludeVat }).replaceAll(
    '\u00a0',
    ' ',
  )
}

test('names the file after the order', () => {
  expect(receiptFileName(order())).toBe('bestelling-2026-000042.txt')
})

test('contains all data of the page', () => {
  const text = read()
  expect(text).toMatch(
    /^Gloed\nBestelling 2026-000042\nGeplaatst op 20 november 2026 om 14:05\nStatus: Verzonden\n/,
  )
  expect(text).toMatch(/^2 x Zijden blinddoek {2,}€ 49,90$/m)
  expect(text).toMatch(/^1 x Een naam .* passen € 25,00$/m)
  expect(text).toMatch(/^Subtotaal {2,}€ 74,90$/m)
  expect(text).toMatch(/^Verzending {2,}€ 0,00$/m)
  expect(text).toMatch(/^Track & trace {2,}€ 2,50$/m)
  expect(text).toMatch(/^Totaal, inclusief btw {2,}€ 77,40$/m)
  expect(text).toContain('\nSam de Wit\nLindelaan 12\n3512 AB Utrecht\nNederland\n')
  expect(text).toContain('\nPostNL 3SABC123\n')
  expect(text).toContain('\nBel niet aan.\n')
  expect(text).toContain('14 dagen bedenktijd')
  expect(read({}, false)).toMatch(/^Totaal {2,}€ 77,40$/m)
})

test('promises of a digital order no parcel and no cooling-off period', () => {
  const [item] = order().items
  const download = { ...item!, isDigital: true, deliveredAt: '2026-11-20T13:06:00Z' }
  const digital = { status: 'DELIVERED', isDigital: true, shippingStreet: null, trackingCode: null } as const
  const text = read({ ...digital, items: [download] })
  expect(text).toContain('Status: Geleverd')
  expect(text).toContain('Wat digitaal geleverd is, kan niet herroepen worden')
  expect(text).not.toMatch(/14 dagen|verzonden|Verzending|Bezorgd/)
  expect(read({ items: [item!, download] })).toMatch(/14 dagen[^]*digitaal geleverd/)
})

test('aligns the amounts', () => {
  const amounts = read()
    .split('\n')
    .filter(line => /€/.test(line) && line.length <= 64)
  expect(amounts.length).toBeGreaterThan(3)
  expect(new Set(amounts.map(line => line.length)).size).toBe(1)
})

test('omits rows that an order does not have', () => {
  const text = read({ shippingStreet: null, trackingCode: null, comments: null, trackingCost: 0 })
  expect(text).not.toMatch(/Verzendadres|Volgen|Opmerking|Track/)
  expect(shippingAddressLines(order({ shippingStreet: null }))).toBeNull()
})

test('counts orders by the customer’s filters', () => {
  const orders = (['PAID', 'PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'PENDING'] as const).map(status => ({
    status,
  }))
  expect(countOrdersByStatus(orders)).toEqual({ total: 6, paid: 2, shipped: 1, delivered: 1 })
  const neverPaid = { status: 'CANCELLED' as const, paidAt: null, isNeverPaid: true }
  expect(countOrdersByStatus([...orders, neverPaid])).toMatchObject({ total: 6 })
})

const PAID_AT = '2026-11-20T12:00:00.000Z'

test.each([
  [{ status: 'PENDING', paidAt: null }, 'Wacht op betaling', { canPay: true, isNeverPaid: false }],
  [{ status: 'PENDING', paidAt: PAID_AT }, 'Betaald', { canPay: false, isNeverPaid: false }],
  [{ status: 'CANCELLED', paidAt: PAID_AT }, 'Geannuleerd', { canPay: false, isNeverPaid: false }],
  [
    { status: 'CANCELLED', paidAt: null, isNeverPaid: true },
    'Niet betaald',
    { canPay: false, isNeverPaid: true },
  ],
  // Paid too late.
  [
    { status: 'CANCELLED', paidAt: null, isNeverPaid: false },
    'Geannuleerd',
    { canPay: false, isNeverPaid: false },
  ],
  [{ status: 'CANCELLED' }, 'Geannuleerd', { canPay: false, isNeverPaid: false }],
] as const)('an order of %j is shown as %s', (order, name, facts) => {
  expect(orderStatusLabel({ ...order, isDigital: false }).name).toBe(name)
  expect({ canPay: canPay(order), isNeverPaid: isNeverPaid(order) }).toEqual(facts)
})
