import { createHmac } from 'node:crypto'
import { readBack, rowOf, type Prepare, type PreparedEntry } from './prepare.ts'

/** A text as its editor read it; with a draft, which can be thrown away. */
const content: Prepare = async (round, _, row) => {
  const { status, body: list } = await round.callAs('admin', 'GET', '/api/admin/content')
  if (status !== 200) throw new Error(`texts can't be read: ${status} ${JSON.stringify(list)}`)
  const keys = (list as { key: string }[]).map(({ key }) => key)
  const path = `/api/admin/content/${keys[row % keys.length]}`
  const read = async () => {
    const { body } = await round.callAs('admin', 'GET', path)
    const { key, version, revision, published, draft } = body as Record<string, unknown>
    return { key, version, revision, body: draft ?? published }
  }
  if (row % 2 === 0) return { fields: await read() }
  await round.callAs('admin', 'PUT', `${path}/draft`, await read())
  return { fields: await read() }
}

/** A file that an admin begins to upload. */
const begunUpload: Prepare = async round => {
  const { id = '' } = await rowOf(round, 'select product_id as id from digital_files order by id', 0)
  const file = { name: 'boek.epub', bytes: 1 }
  const { body } = await round.callAs('admin', 'POST', `/api/admin/products/${id}/files`, file)
  return { fields: { fileId: (body as { id?: string }).id } }
}

/** A promotion as its editor read it. */
const promotion: Prepare = async (round, _, row) => {
  const code = `CODE-${round.count()}`
  await round.callAs('admin', 'POST', '/api/admin/promotions', { title: code, code, kind: 'FREE_TRACKING' })
  const { body } = await round.callAs('admin', 'GET', '/api/admin/promotions')
  const all = body as ({ id: string } & Record<string, unknown>)[]
  const { id: promotionId, ...fields } = all[row % all.length] ?? { id: '' }
  return { fields: { ...fields, promotionId, ...(row % 2 && { code: `CODE-${round.count()}` }) } }
}

/** The grid of a product with variants as its editor read it, or a new one for a product without. */
const variants: Prepare = async (round, _, row) => {
  const isNew = row % 3 === 0
  const { id = '' } = await rowOf(
    round,
    `select id from products where parent_id is null and options is ${isNew ? '' : 'not'} null
       and not exists (select from digital_codes c where c.product_id = products.id) order by id`,
    row,
  )
  const { body } = await round.callAs('admin', 'GET', `/api/admin/products/${id}`)
  const product = body as { version: number; options?: unknown; variants?: Record<string, unknown>[] }
  const shared = { productId: id, version: product.version }
  const made = { values: ['S'], price: null, stock: 3, isActive: true }
  if (isNew) return { fields: { ...shared, options: [{ name: 'maat', values: ['S'] }], variants: [made] } }
  const read = product.variants?.map(({ effectivePrice: _price, imageUrl: _url, ...each }) => each)
  return { fields: { ...shared, options: product.options, variants: read } }
}

/** A card with its code. */
const giftCard: Prepare = async (round, _, row) => {
  const cards = `select id from credit_accounts where kind = 'GIFT_CARD' and blocked_at is null and encrypted is not null order by id`
  const { id = '' } = await rowOf(round, cards, row)
  return { fields: { code: await round.giftCardCode(id) } }
}

/** An order of which everything is picked. */
const pickedOrder: Prepare = async (round, _, row) => {
  const { id: orderId } = await rowOf(
    round,
    `select id from orders where status in ('PAID', 'PROCESSING', 'SHIPPED')
       and exists (select from order_items i where i.order_id = orders.id and not i.is_digital) order by id`,
    row,
  )
  // None is left to send.
  if (orderId === undefined) return { fields: {} }
  await round.select(`update order_items set picked = true where order_id = '${orderId}'`)
  return { fields: { orderId, trackingCode: '3SGLOED2', shippingCarrier: 'PostNL' } }
}

/** An order of a business whose VAT can go back. */
const correctableOrder: Prepare = async (round, _, row) => {
  const businesses = `select id from orders where vat #> '{business}' is not null order by id`
  const { id: orderId = '' } = await rowOf(round, businesses, row)
  const { body } = await round.callAs('admin', 'GET', `/api/admin/orders/${orderId}`)
  const { vatCorrection } = body as { vatCorrection?: { vatCents: number } | null }
  return { fields: { orderId, vatCents: vatCorrection?.vatCents ?? 1 } }
}

/** Minutes of a business whose VAT can go back. */
const correctablePurchase: Prepare = async (round, _, row) => {
  const businesses = `select id, user_id from minute_purchases where vat #> '{business}' is not null order by id`
  const { id: purchaseId = '', user_id: userId = '' } = await rowOf(round, businesses, row)
  const { body } = await round.callAs('admin', 'GET', `/api/admin/users/${userId}/vat-corrections`)
  const corrections = body as { purchaseId: string; vatCents: number }[]
  const found = corrections.find(each => each.purchaseId === purchaseId)
  return { fields: { purchaseId, vatCents: found?.vatCents ?? 1 } }
}

/** Statuses of the carrier, one of them unknown. */
const statuses = [
  { id: 3, message: 'En route to sorting center' },
  { id: 12, message: 'Awaiting customer pickup' },
  { id: 80, message: 'Unable to deliver' },
  { id: 424_242, message: 'x' },
  { id: 11, message: 'Delivered' },
]

/** The event of the carrier about a parcel, signed as it is sent. */
const carrierEvent: Prepare = async (round, _, row) => {
  const labels = 'select parcel_id as parcel from shipping_labels where parcel_id is not null order by id'
  const { parcel = '1' } = await rowOf(round, labels, row)
  const status = statuses[row % statuses.length]
  return {
    fields: {},
    body: {
      action: 'parcel_status_changed',
      timestamp: Date.now(),
      parcel: { id: Number(parcel), status },
    },
    headersFor: body => ({
      'sendcloud-signature': createHmac('sha256', 'simulator')
        .update(body ?? '')
        .digest('hex'),
    }),
  }
}

/** How a delivery ended, as the access point says it. */
const deliveryEvent: Prepare = async (round, _, row) => {
  const { guid = 'onbekend' } = await rowOf(
    round,
    'select coalesce(provider_id, submission_id::text) as guid from peppol_documents order by invoice_id',
    row,
  )
  const event = ['succeeded', 'failed', 'no_action_taken', 'x'][row % 4]
  return {
    fields: {},
    body: { event_type: 'document_submission', event, guid, document_guid: guid, details: 'x' },
    headersFor: body => ({
      'x-storecove-signature': createHmac('sha256', 'simulator')
        .update(body ?? '')
        .digest('hex'),
    }),
  }
}

export const preparedShop: PreparedEntry[] = [
  [
    /PUT \/api\/admin\/settings/,
    'shopName company vatScheme vatEvidence placeholderRating creatorProgramme identityImageDays payoutMinimum forbiddenWords storefrontAccess trackingCost shipsTo shippingPricing freeShippingFrom labelSender lowStockThreshold giftCardMonths holidayNotice delivery version',
    readBack('/api/admin/settings'),
  ],
  [/PUT \/api\/admin\/minute-packages/, 'version packages', readBack('/api/admin/minute-packages')],
  [/admin\/content\/\{key\}/, 'key version revision body', content],
  [
    /(PUT|POST) \/api\/admin\/promotions(\/\{promotionId\})?$/,
    'promotionId version title code kind percentage amountCents buyQuantity freeQuantity minutes target targetIds minimumCents firstOrderOnly oncePerCustomer maxUses startsAt endsAt isCombinable isActive',
    promotion,
  ],
  [/admin\/files\/\{fileId\}\/parts/, 'fileId', begunUpload],
  [/products\/\{productId\}\/variants/, 'productId version options variants', variants],
  [/gift-cards\/check/, 'code', giftCard],
  [/orders\/\{orderId\}\/vat-correction/, 'orderId vatCents', correctableOrder],
  [/minute-purchases\/\{purchaseId\}\/vat-correction/, 'purchaseId vatCents', correctablePurchase],
  [/orders\/\{orderId\}\/tracking/, 'orderId trackingCode shippingCarrier', pickedOrder],
  [/webhooks\/sendcloud/, '', carrierEvent],
  [/webhooks\/storecove/, '', deliveryEvent],
]
