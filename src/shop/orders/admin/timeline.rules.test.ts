import { expect, it } from 'vitest'
import type { AuditEntry } from '../../../people/audit/admin/contract.ts'
import type { AdminOrder } from './contract.ts'
import { templateName } from '../../../backoffice/mails/labels.rules.ts'
import { buildTimeline } from './timeline.rules.ts'

const at = (minute: number): string => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`
const actor = { id: 'a', displayName: 'Bo' }
const entry = (id: string, minute: number, what: Partial<AuditEntry>): AuditEntry => ({
  id,
  at: at(minute),
  actor,
  action: 'ORDER_STATUS_SET',
  subjectKind: 'ORDER',
  subjectId: 'o',
  details: {},
  ...what,
})
const item = {
  id: 'i',
  orderId: 'o',
  productId: 'p',
  quantity: 2,
  pricePerItem: 1000,
  product: { name: 'Sjaal', imageUrl: null },
  isDigital: false,
  hygieneSealed: false,
  picked: true,
  deliveredAt: null,
  refundedQuantity: 0,
}
const mail = { recipient: 'sam@gloed.test', attempts: 1, lastError: null, sentAt: null, failedAt: null }
const order: AdminOrder = {
  id: 'o',
  number: '2026-000042',
  createdAt: at(0),
  status: 'SHIPPED',
  isDigital: false,
  deliveries: [],
  labels: [],
  vatCorrection: null,
  total: 2000,
  hasTracking: false,
  trackingCost: 0,
  paidAt: at(1),
  shippedAt: at(5),
  deliveredAt: null,
  trackingCode: null,
  shippingCarrier: 'Standaard Post',
  shippingFirstName: 'Sam',
  shippingLastName: 'de Wit',
  shippingCompany: null,
  promisedOn: null,
  shippingStreet: 'Lindelaan',
  shippingHouseNumber: '12',
  shippingPostalCode: '3512 AB',
  shippingCity: 'Utrecht',
  shippingCountry: 'Nederland',
  comments: null,
  paymentUrl: null,
  items: [item],
  customer: { id: 'u', email: 'sam@gloed.test', displayName: 'Sam', isGuest: false },
  payments: [],
  refunds: [
    {
      id: 'r',
      paymentId: 'x',
      amountCents: 500,
      reason: 'Kras',
      credits: true,
      isExternal: false,
      destination: 'PAYMENT',
      state: 'FAILED',
      failure: 'rekening onbekend',
      failedAt: at(9),
      byHandAt: null,
      createdAt: at(7),
    },
  ],
  chargebacks: [],
  business: null,
  invoices: [
    {
      id: 'f',
      number: 'F2026-000001',
      kind: 'INVOICE',
      totalCents: 2000,
      issuedAt: at(2),
      url: '/',
      peppol: null,
    },
  ],
  mails: [
    { ...mail, id: 'm', template: 'order-shipped', state: 'SENT', createdAt: at(5), sentAt: at(6) },
    { ...mail, id: 'n', template: 'order-credited', state: 'QUEUED', createdAt: at(8) },
  ],
  withdrawals: [],
  deeds: [
    entry('1', 3, { details: { status: { from: 'PAID', to: 'PROCESSING' } } }),
    entry('2', 4, { action: 'ORDER_LINE_PICKED', details: { itemId: 'i', picked: true } }),
    entry('3', 5, { details: { status: { from: 'PROCESSING', to: 'SHIPPED' } } }),
    entry('4', 7, { action: 'ORDER_REFUNDED', details: { refundId: 'r', amountCents: 500 } }),
  ],
}

it('shows each event once, the newest first, with its actor', () => {
  const shown = buildTimeline(order, templateName).map(({ title, text, by }) =>
    [title, text, by].filter(Boolean).join(' | '),
  )
  expect(shown.map(each => each.replaceAll('\u00A0', ' '))).toEqual([
    'Terugbetaling mislukt | rekening onbekend',
    'Mail wacht | Terugbetaald, met creditnota',
    'Terugbetaling | € 5,00, Kras | Bo',
    'Mail verstuurd | Onderweg',
    'Verzonden | Standaard Post | Bo',
    'Gepickt | 2 × Sjaal | Bo',
    'Status: In behandeling | Bo',
    'Factuur F2026-000001',
    'Betaald',
    'Besteld | € 20,00',
  ])
})

it('shows a status that was set again later beside the first time that it was reached', () => {
  const again = entry('5', 30, { details: { status: { from: 'DELIVERED', to: 'SHIPPED' } } })
  const shown = buildTimeline({ ...order, deeds: [...order.deeds, again] }, templateName)
  expect(shown[0]).toMatchObject({ title: 'Status: Verzonden', at: at(30), by: 'Bo' })
  expect(shown.filter(({ title }) => title === 'Verzonden')).toHaveLength(1)
})
