import { sql, type SQL } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { Db } from '../../src/platform/db/db.ts'
import { completePayment } from '../support/fixtures.ts'
import { addGiftToList } from '../support/gifts.ts'
import type { TestShop, TestUser } from '../support/shop.ts'
import { addTestMinutes, linkToys } from '../support/toys.ts'
import { type AccountName, accountNames, emailOf, type People, post, secretOf } from './accounts.ts'
import { addCatalog, addPrices, addSafety, type Products } from './catalogFixture.ts'
import {
  addGuestOrders,
  addLabels,
  addCorrectable,
  addOrders,
  addUndelivered,
  type GuestAccount,
  moveToVerotel,
  payInEarlierQuarter,
} from './orderFixture.ts'
import type { Member } from './requests.ts'

const roles = {
  user1: 'USER',
  user2: 'USER',
  creator1: 'MODEL',
  creator2: 'MODEL',
  admin: 'ADMIN',
  admin2: 'ADMIN',
} as const

/** Accounts of every role with data of every kind. @returns who they are, with their sessions */
export async function fillShop(shop: TestShop): Promise<{ people: People; guest: GuestAccount }> {
  const people = {} as People
  for (const name of accountNames) people[name] = await addPerson(shop, name)
  const products = await addCatalog(shop, people.admin)
  for (const name of ['creator1', 'creator2'] as const) {
    await linkToys(shop, people[name])
    await shop.node.platform.db.execute(
      sql`insert into creators (user_id, accepted_at, created_at) values (${people[name].user.id}, now(), now())`,
    )
    await addGiftToList(people.admin, people[name].user.id, { name: `Cadeau voor ${name}`, isSingle: false })
  }
  for (const name of ['user1', 'user2', 'creator1'] as const)
    await addCustomerData(shop, people, name, products)
  const guest = await addGuestOrders(shop, products)
  await addSafety(people.admin, products)
  await addPrices(people.admin, products)
  await addReports(shop, people)
  await addLabels(shop, people.admin)
  await payInEarlierQuarter(shop.node.platform.db)
  await addUndelivered(shop.node.platform.db)
  await addCorrectable(shop, products)
  await moveToVerotel(shop.node.platform.db)
  await addOffice(shop.node.platform.db, people)
  await untilJobsAreDone(shop.node.platform.db)
  return { people, guest }
}

async function addPerson(shop: TestShop, name: AccountName): Promise<TestUser> {
  const person = await shop.newUser(roles[name])
  await shop.node.platform.db.execute(sql`
    update users set email = ${emailOf(name)}, first_name = ${secretOf(name, 'Voornaam')},
      last_name = ${secretOf(name, 'Achternaam')}, phone = ${`06 1234 000${accountNames.indexOf(name)}`},
      display_name = ${`Naam ${name}`}, email_verified_at = now() where id = ${person.user.id}`)
  return person
}

async function addCustomerData(shop: TestShop, people: People, name: Member, products: Products) {
  const person = people[name]
  const { db } = shop.node.platform
  const [parcel = ''] = products.parcels
  await addOrders(db, people, name, products)
  await post(person, '/api/cart', { productId: parcel, quantity: 1 })
  await post(person, '/api/wishlist', { productId: parcel })
  await post(person, '/api/contact', { topic: 'OTHER', text: secretOf(name, 'Vraag') })
  await post(person, '/api/account/export')
  await post(person, `/api/products/${parcel}/reviews`, { rating: 4 })
  await addLiveData(shop, people, name)
  await addAccountData(db, people, name)
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

/** The rows that belong to the account itself. */
async function addAccountData(db: Db, people: People, name: AccountName): Promise<void> {
  const { id } = people[name].user
  await db.execute(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, is_synced, name)
    values (gen_random_uuid(), ${id}, ${secretOf(name, 'sleutel')}, 'x', 0, false, ${secretOf(name, 'Passkey')})`)
  await db.execute(sql`
    insert into notifications (id, user_id, kind, about, title, text, path)
    values (gen_random_uuid(), ${id}, 'ORDER_PAID', 'x', 'Betaald', ${secretOf(name, 'Melding')}, '/')`)
  await db.execute(sql`
    insert into minute_debts (id, user_id, purchase_id, chargeback_id, amount_cents, settled_at, resolution)
    select gen_random_uuid(), user_id, id, gen_random_uuid(), 600, case when ${name} = 'user1' then now() end, case when ${name} = 'user1' then 'PAID' end
    from minute_purchases where user_id = ${id} and status = 'PAID' limit 1`)
}

/** The rows that only admins see. */
async function addOffice(db: Db, { admin, ...people }: People): Promise<void> {
  for (const name of ['user1', 'user2'] as const)
    await post(admin, `/api/admin/users/${people[name].user.id}/notes`, { text: secretOf(name, 'Notitie') })
  const filter = { name: secretOf('admin', 'Filter'), list: '/admin/orders', query: 'status=PAID' }
  await post(admin, '/api/admin/saved-filters', filter)
  for (const name of ['Een', 'Twee', 'Drie'])
    await post(admin, '/api/admin/categories', { name: `Lege rubriek ${name}` })
  for (const creator of [people.creator1, people.creator2])
    await post(creator, '/api/studio/stop-links', { name: 'Kaart', isSingleUse: true })
  for (const value of [1000, 2000, 3000]) {
    const gift = { value, recipientEmail: 'ontvanger.7f3a9c@gloed.test', reason: 'Bedankt' }
    await post(admin, '/api/admin/gift-cards', gift)
  }
  await db.execute(sql`update gifts set image_url = '/media/demo/lumi/800.webp'`)
  await db.execute(sql`
    insert into mails (id, recipient, template, props, failed_at)
    select gen_random_uuid(), ${emailOf('user1')}, 'order-paid', '{}', now() from generate_series(1, 5)`)
  await db.execute(
    sql`insert into pgboss.job (name, state, completed_on) select 'mail', 'failed', now() from generate_series(1, 5)`,
  )
}

/** The reports of customers about each other: some wait, some is decided. */
async function addReports(shop: TestShop, { creator2, admin2 }: People): Promise<void> {
  const { db } = shop.node.platform
  const idsOf = async (statement: SQL) =>
    ((await db.execute(statement)) as { rows: { id: string }[] }).rows.map(({ id }) => id)
  for (const id of await idsOf(sql`select id from reviews`))
    await post(admin2, `/api/admin/reviews/${id}`, { approved: true }, 'PUT')
  const said = { reason: 'ABUSE', text: 'Dit hoort hier niet.', isGoodFaith: true }
  const visitor = { name: 'Robin', email: 'melder.7f3a9c@gloed.test' }
  for (const contentId of await idsOf(sql`select id from reviews`))
    await post(shop.newClient(), '/api/content-reports', { kind: 'REVIEW', contentId, ...said, ...visitor })
  const received = sql`select id from messages where to_user_id = ${creator2.user.id}`
  for (const contentId of await idsOf(received))
    await post(creator2, '/api/content-reports', { kind: 'MESSAGE', contentId, ...said })
  const [first] = await idsOf(sql`select id from content_cases order by id limit 1`)
  const decision = { version: 1, decision: 'KEEP', reasons: 'Dit mag.' }
  await post(admin2, `/api/admin/content-reports/${first}/decisions`, decision)
}

/** So that a copy of the database has no work of the original; jobs for a time of the day wait in a queue of pg-boss's own. */
async function untilJobsAreDone(db: Db): Promise<void> {
  const open = sql`
    select name, state, output from pgboss.job
    where state in ('created', 'active') and start_after <= now() and name not like '\\_\\_pgboss%'`
  const find = async () => ((await db.execute(open)) as { rows: object[] }).rows
  await vi.waitFor(async () => expect(await find()).toEqual([]), { timeout: 60_000, interval: 100 })
}
