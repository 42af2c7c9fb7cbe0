import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { Db } from '../../src/platform/db.ts'
import { addCodeProduct, addFileProduct, buy } from '../support/downloads.ts'
import { addProduct, completePayment } from '../support/fixtures.ts'
import { checkout } from '../../src/shop/checkout/contract.ts'
import { newGuest, setPublic } from '../support/guests.ts'
import { addGiftToList } from '../support/gifts.ts'
import type { TestShop, TestUser } from '../support/shop.ts'
import { addTestMinutes, linkToys } from '../support/toys.ts'
import type { Caller } from './requests.ts'

export type AccountName = Exclude<Caller, 'nobody'> | 'admin2'
export const accountNames: AccountName[] = ['user1', 'user2', 'creator1', 'creator2', 'admin', 'admin2']

const roles = {
  user1: 'USER',
  user2: 'USER',
  creator1: 'MODEL',
  creator2: 'MODEL',
  admin: 'ADMIN',
  admin2: 'ADMIN',
} as const

/** A text that is in no other account's data. */
export const secretOf = (name: AccountName, what: string): string => `${what}-van-${name}-7f3a9c`

export const emailOf = (name: AccountName): string => `post.${name}.7f3a9c@gloed.test`

type People = Record<AccountName, TestUser>

/** Accounts of every role with data of every kind. @returns their ids and sessions */
export async function fillShop(shop: TestShop): Promise<People> {
  const people = {} as People
  for (const name of accountNames) people[name] = await addPerson(shop, name)
  const products = await addCatalog(shop, people.admin)
  for (const name of ['creator1', 'creator2'] as const) {
    await linkToys(shop, people[name])
    await addGiftToList(people.admin, people[name].user.id, { name: `Cadeau voor ${name}`, isSingle: false })
  }
  for (const name of ['user1', 'user2', 'creator1'] as const)
    await addCustomerData(shop, people, name, products)
  await addGuestOrder(shop, products)
  await addSafety(people.admin, products)
  await addLabels(shop, people.admin)
  await payInEarlierQuarter(shop.node.platform.db)
  await addUndelivered(shop.node.platform.db)
  await addOffice(shop.node.platform.db, people)
  await untilJobsAreDone(shop.node.platform.db)
  return people
}

async function addPerson(shop: TestShop, name: AccountName): Promise<TestUser> {
  const person = await shop.newUser(roles[name])
  await shop.node.platform.db.execute(sql`
    update users set email = ${emailOf(name)}, first_name = ${secretOf(name, 'Voornaam')},
      last_name = ${secretOf(name, 'Achternaam')}, phone = ${`06 1234 000${accountNames.indexOf(name)}`},
      display_name = ${`Naam ${name}`}, email_verified_at = now() where id = ${person.user.id}`)
  return person
}

async function addCatalog(shop: TestShop, admin: TestUser) {
  const parcels: string[] = []
  for (const stock of [1_000_000, 1_000_000, 5]) parcels.push((await addProduct(shop, { stock })).id)
  const file = await addFileProduct(shop, admin)
  const codes = Array.from({ length: 300 }, (_, index) => `KADOCODE-7f3a9c-${index}`)
  const code = await addCodeProduct(shop, admin, codes)
  const zone = { name: 'Nederland', countries: ['NL'], carrier: 'PostNL', isActive: true }
  const { body } = await admin.request('POST', '/api/admin/shipping-zones', zone)
  const rate = { serviceName: 'Pakket', deliveryTime: '1-2 dagen', weightFrom: 0, weightTo: 2000, price: 695 }
  const sizes = { maxLength: null, maxWidth: null, maxHeight: null, isActive: true }
  await post(admin, '/api/admin/shipping-rates', { ...rate, ...sizes, zoneId: (body as { id: string }).id })
  return { parcels, file: file.id, code: code.id }
}

type Products = Awaited<ReturnType<typeof addCatalog>>

async function post(person: TestUser, path: string, body: object = {}, method = 'POST'): Promise<never> {
  const answer = await person.request(method, path, body)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body as never
}

async function addCustomerData(shop: TestShop, people: People, name: AccountName, products: Products) {
  const person = people[name]
  const { db } = shop.node.platform
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
  for (let left = 2; left > 0; left -= 1)
    await post(person, '/api/cart/checkout', { items: orderOf(parcel), addressId: address.id })
  await post(person, '/api/cart', { productId: parcel, quantity: 1 })
  await post(person, '/api/wishlist', { productId: parcel })
  await post(person, '/api/contact', { topic: 'OTHER', text: secretOf(name, 'Vraag') })
  await post(person, '/api/account/export')
  await post(person, `/api/products/${parcel}/reviews`, { rating: 4 })
  await addOwedOrder(people.admin, person, address.id, parcel)
  await addLiveData(shop, people, name)
  await addAccountData(db, people, name)
}

/** What a visitor ordered while the shop was public. */
async function addGuestOrder(shop: TestShop, { parcels: [productId = ''] }: Products): Promise<void> {
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
  const details = { email: 'gast.7f3a9c@gloed.test', address, acceptsTerms: true as const }
  const { status } = await guest.call(checkout, { items: [{ productId, quantity: 1 }], guest: details })
  expect(status).toBe(201)
  await setPublic(shop, false)
}

/** Who makes a product, and a recall of it. */
async function addSafety(admin: TestUser, { parcels: [productId = ''] }: Products): Promise<void> {
  const maker = {
    name: 'Maker',
    address: 'Dorpsstraat 1',
    country: 'BE',
    electronicAddress: 'a@maker.example',
  }
  const { id: manufacturerId }: { id: string } = await post(admin, '/api/admin/economic-operators', maker)
  const safety = { manufacturerId, model: 'M-1', version: null }
  await post(admin, `/api/admin/products/${productId}/safety`, safety, 'PUT')
  const days = { startsOn: '2020-01-01', endsOn: '2099-12-31' }
  await post(admin, '/api/admin/recalls', { productId, ...days, hazard: 'Te warm.', action: 'Stop ermee.' })
}

/** One that is made, and the others that can be. */
async function addLabels(shop: TestShop, admin: TestUser): Promise<void> {
  const { rows } = (await shop.node.platform.db.execute(
    sql`select id from orders where status = 'PAID' order by paid_at limit 2`,
  )) as { rows: { id: string }[] }
  await post(admin, '/api/admin/labels', { orderIds: rows.map(({ id }) => id), carrier: 'postnl' })
}

/** So that there is a quarter that can be closed. */
async function payInEarlierQuarter(db: Db): Promise<void> {
  await db.execute(sql`
    update payments set settled_at = now() - interval '200 days'
    where id = (select id from payments where status = 'PAID' order by settled_at limit 1)`)
}

/** Invoices that did not arrive by Peppol, so that they can be sent again. */
async function addUndelivered(db: Db): Promise<void> {
  await db.execute(sql`
    insert into peppol_documents (invoice_id, status, submission_id, queued_at, next_attempt_at)
    select id, 'NO_RECEIVER', gen_random_uuid(), now(), now() from invoices order by issued_at limit 3`)
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

/** Minutes, a gift, a session that has ended, and messages with its creator. */
async function addLiveData(shop: TestShop, people: People, name: AccountName): Promise<void> {
  const person = people[name]
  const { db } = shop.node.platform
  await addTestMinutes(shop, person.user.id, 500)
  for (const outcome of ['paid', 'paid', 'open'] as const) {
    const quick = { packageId: 'quick', minutes: 5, price: 1000 }
    const bought: { paymentUrl: string } = await post(person, '/api/purchase-minutes', quick)
    if (outcome === 'paid') await person.request('GET', await completePayment(bought.paymentUrl, 'paid'))
  }
  const { rows } = (await db.execute(
    sql`select id from gifts where owner_id = ${people.creator2.user.id}`,
  )) as {
    rows: { id: string }[]
  }
  const gift: { paymentUrl: string } = await post(person, `/api/gifts/${rows[0]?.id}/purchase`, {
    isAnonymous: false,
  })
  await person.request('GET', await completePayment(gift.paymentUrl, 'paid'))
  const creator = people.creator2.user.id
  await db.execute(sql`
    with pairs (a, b) as (values (${person.user.id}::uuid, ${creator}::uuid), (${creator}::uuid, ${person.user.id}::uuid)),
    met as (insert into contacts (user_id, other_id, met_at) select a, b, now() from pairs)
    insert into messages (id, from_user_id, to_user_id, content) select gen_random_uuid(), a, b, ${secretOf(name, 'Bericht')} from pairs`)
  const toy = sql`(select id from toys where owner_id = ${creator} order by id limit 1)`
  await db.execute(sql`
    insert into toy_control_sessions (id, user_id, toy_device_id, status, countdown_ends_at, heartbeat_at, metered_at, stopped_by, stop_reason, stopped_at)
    select gen_random_uuid(), ${person.user.id}, ${toy}, 'STOPPED', now(), now(), now(), 'USER', 'STOPPED', now()`)
}

/** What belongs to the account itself. */
async function addAccountData(db: Db, people: People, name: AccountName): Promise<void> {
  const { id } = people[name].user
  await db.execute(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, is_synced, name)
    values (gen_random_uuid(), ${id}, ${secretOf(name, 'sleutel')}, 'x', 0, false, ${secretOf(name, 'Passkey')})`)
  await db.execute(sql`
    insert into notifications (id, user_id, kind, about, title, text, path)
    values (gen_random_uuid(), ${id}, 'ORDER_PAID', 'x', 'Betaald', ${secretOf(name, 'Melding')}, '/')`)
  await db.execute(sql`
    insert into minute_debts (id, user_id, purchase_id, charge_back_id, amount_cents, settled_at, resolution)
    select gen_random_uuid(), user_id, id, gen_random_uuid(), 600, case when ${name} = 'user1' then now() end, case when ${name} = 'user1' then 'PAID' end
    from minute_purchases where user_id = ${id} and status = 'PAID' limit 1`)
}

/** What only admins see. */
async function addOffice(db: Db, { admin, ...people }: People): Promise<void> {
  for (const name of ['user1', 'user2'] as const)
    await post(admin, `/api/admin/users/${people[name].user.id}/notes`, { text: secretOf(name, 'Notitie') })
  const filter = { name: secretOf('admin', 'Filter'), list: '/admin/orders', query: 'status=PAID' }
  await post(admin, '/api/admin/saved-filters', filter)
  for (const name of ['Een', 'Twee', 'Drie'])
    await post(admin, '/api/admin/categories', { name: `Lege rubriek ${name}` })
  await db.execute(sql`update gifts set image_url = '/media/demo/lumi/800.webp'`)
  await db.execute(sql`
    insert into mails (id, recipient, template, props, failed_at)
    select gen_random_uuid(), ${emailOf('user1')}, 'order-paid', '{}', now() from generate_series(1, 5)`)
  await db.execute(
    sql`insert into pgboss.job (name, state, completed_on) select 'mail', 'failed', now() from generate_series(1, 5)`,
  )
}

/** So that a copy of the database has no work of the original. */
async function untilJobsAreDone(db: Db): Promise<void> {
  const open = sql`select count(*)::int as open from pgboss.job where state in ('created', 'active') and start_after <= now()`
  const count = async () => ((await db.execute(open)) as { rows: { open: number }[] }).rows[0]?.open
  await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 60_000, interval: 100 })
}
