import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { SIMULATED_SHOP_ID, SIMULATED_SIGNATURE_KEY } from '../../simulators/verotel/contract.ts'
import { simulatorSales } from '../../simulators/verotel/table.ts'
import { VEROTEL } from '../../src/money/payments/providers/verotel/contract.ts'
import { referenceOf } from '../../src/money/payments/providers/verotel/signature.gateway.ts'
import { payments } from '../../src/money/payments/table.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { checkout } from '../../src/shop/checkout/contract.ts'
import { answerOfVies, sellMinutesWhileViesIsAway, sellWhileViesIsAway } from '../support/business.ts'
import { buy } from '../support/downloads.ts'
import { completePayment } from '../support/fixtures.ts'
import { newGuest, setPublic } from '../support/guests.ts'
import type { TestShop, TestUser } from '../support/shop.ts'
import { type AccountName, emailOf, guestEmails, type People, post, secretOf } from './accounts.ts'
import type { Products } from './catalogFixture.ts'
import type { Member } from './requests.ts'

/** Orders of a customer in every state. */
export async function addOrders(db: Db, people: People, name: Member, products: Products): Promise<void> {
  const person = people[name]
  const address: { id: string } = await post(person, '/api/addresses', {
    firstName: secretOf(name, 'Voornaam'),
    lastName: secretOf(name, 'Achternaam'),
    street: secretOf(name, 'Straat'),
    houseNumber: '12',
    city: 'Utrecht',
    postalCode: '3512 AB',
  })
  const [parcel = ''] = products.parcels
  const orderOf = (productId: string) => [{ productId, quantity: 2 }]
  for (const status of ['PAID', 'PROCESSING', 'SHIPPED']) {
    const orderId = await buy(person, orderOf(parcel), address.id)
    await db.execute(sql`update orders set comments = ${secretOf(name, 'Opmerking')} where id = ${orderId}`)
    if (status !== 'PAID') await makeOrder(people.admin, db, orderId, status)
    if (status === 'SHIPPED') await addWithdrawal(db, person, name, orderId)
    await post(people.admin, `/api/admin/orders/${orderId}/notes`, { text: secretOf(name, 'Notitie') })
  }
  await buy(person, [...orderOf(products.file), ...orderOf(products.code)])
  await buy(person, orderOf(products.giftCard))
  for (let left = 2; left > 0; left -= 1)
    await post(person, '/api/cart/checkout', { items: orderOf(parcel), addressId: address.id })
  await addOwedOrder(people.admin, person, address.id, parcel)
}

export interface GuestAccount {
  id: string
  cookie: string
}

/** The orders and carts of visitors from the time when the shop was public. @returns the guest who sends requests */
export async function addGuestOrders(shop: TestShop, products: Products): Promise<GuestAccount> {
  await addGuestOrder(shop, products, guestEmails.other)
  const guest = await addGuestOrder(shop, products, guestEmails.guest)
  await setPublic(shop, false)
  return guest
}

async function addGuestOrder(
  shop: TestShop,
  { parcels: [productId = ''], file, code }: Products,
  email: string,
): Promise<GuestAccount> {
  const guest = await newGuest(shop, productId)
  const address = {
    firstName: 'Gast',
    lastName: 'Jansen',
    street: 'Dorpsstraat',
    houseNumber: '1',
    city: 'Utrecht',
    postalCode: '3512 AB',
    country: 'Nederland',
  }
  const details = { email, address, acceptsTerms: true as const }
  const items = [productId, file, code].map(each => ({ productId: each, quantity: 1 }))
  for (const outcome of ['paid', 'open'] as const) {
    const { status, body } = await guest.call(checkout, { items, guest: details })
    expect(status).toBe(201)
    if (outcome === 'paid')
      await guest.request('GET', await completePayment(String(body.paymentUrl), outcome))
  }
  await post(guest, '/api/cart', { productId, quantity: 1 })
  const { rows } = (await shop.node.platform.db.execute(
    sql`select id from users where guest_email = ${email}`,
  )) as { rows: { id: string }[] }
  return { id: String(rows[0]?.id), cookie: guest.cookie() }
}

/** One that is made, and the others that can be. */
export async function addLabels(shop: TestShop, admin: TestUser): Promise<void> {
  const { rows } = (await shop.node.platform.db.execute(
    sql`select id from orders where status = 'PAID' order by paid_at limit 2`,
  )) as { rows: { id: string }[] }
  await post(admin, '/api/admin/labels', { orderIds: rows.map(({ id }) => id), carrier: 'postnl' })
}

/** So that there is a quarter that can be closed. */
export async function payInEarlierQuarter(db: Db): Promise<void> {
  await db.execute(sql`
    update payments set settled_at = now() - interval '200 days'
    where id = (select id from payments where status = 'PAID' order by settled_at limit 1)`)
}

/** Every second payment of minutes becomes one at Verotel, which was paid there; some of them the shop does not know to be paid. */
export async function moveToVerotel(db: Db): Promise<void> {
  const found = await db.select().from(payments).where(eq(payments.kind, 'MINUTES')).orderBy(payments.id)
  for (const { id, amountCents } of found.filter((_, index) => index % 2 === 0)) {
    const providerId = referenceOf(SIMULATED_SIGNATURE_KEY, id)
    await db.update(payments).set({ provider: VEROTEL, providerId }).where(eq(payments.id, id))
    await db.insert(simulatorSales).values({
      referenceId: providerId,
      start: { shopID: SIMULATED_SHOP_ID },
      signature: providerId,
      currency: 'EUR',
      amountCents,
      method: 'CC',
      country: 'NL',
      createdAt: new Date(),
      paidAt: new Date(),
    })
  }
}

/** Invoices that did not arrive by Peppol, so that they can be sent again. */
export async function addUndelivered(db: Db): Promise<void> {
  await db.execute(sql`
    insert into peppol_documents (invoice_id, status, submission_id, queued_at, next_attempt_at)
    select id, 'NO_RECEIVER', gen_random_uuid(), now(), now() from invoices order by issued_at limit 3`)
}

/** Orders and minutes of businesses with VAT, of which VIES says later that their number is valid. */
export async function addCorrectable(shop: TestShop, { parcels: [productId = ''] }: Products): Promise<void> {
  for (let left = 3; left > 0; left -= 1) await sellMinutesWhileViesIsAway(shop)
  for (let left = 3; left > 0; left -= 1)
    await sellWhileViesIsAway(shop, { items: [{ productId, quantity: 1 }] })
  await answerOfVies(shop, true)
}

/** An order that an admin says is paid, and pays back: no provider can do that. */
async function addOwedOrder(
  admin: TestUser,
  person: TestUser,
  addressId: string,
  productId: string,
): Promise<void> {
  const items = [{ productId, quantity: 1 }]
  const { orderId }: { orderId: string } = await post(person, '/api/cart/checkout', { items, addressId })
  await post(admin, `/api/admin/orders/${orderId}/status`, { status: 'PAID' }, 'PUT')
  await post(admin, `/api/admin/orders/${orderId}/refund`)
}

async function makeOrder(admin: TestUser, db: Db, orderId: string, status: string): Promise<void> {
  await post(admin, `/api/admin/orders/${orderId}/status`, { status: 'PROCESSING' }, 'PUT')
  if (status === 'PROCESSING') return
  const { rows } = (await db.execute(sql`select id from order_items where order_id = ${orderId}`)) as {
    rows: { id: string }[]
  }
  for (const { id } of rows)
    await post(admin, `/api/admin/orders/${orderId}/items/${id}`, { picked: true }, 'PUT')
  await post(
    admin,
    `/api/admin/orders/${orderId}/tracking`,
    { trackingCode: '3SGLOED1', shippingCarrier: 'postnl' },
    'PUT',
  )
}

async function addWithdrawal(db: Db, person: TestUser, name: AccountName, orderId: string): Promise<void> {
  const { rows } = (await db.execute(sql`select number from orders where id = ${orderId}`)) as {
    rows: { number: string }[]
  }
  const orderNumber = rows[0]?.number
  await post(person, '/api/withdrawals', {
    name: secretOf(name, 'Voornaam'),
    email: emailOf(name),
    orderNumber,
  })
}
