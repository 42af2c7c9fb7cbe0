import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addProduct, someAddress } from '../../../tests/support/fixtures.ts'
import { newGuest } from '../../../tests/support/guests.ts'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import { PASSWORD, type TestClient, type TestShop } from '../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { login } from '../../people/accounts/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { addToCart, readCart } from '../cart/contract.ts'
import { cartItems } from '../cart/table.ts'
import { checkout } from '../checkout/contract.ts'
import { LOCK_NOT_AVAILABLE } from '../../platform/db/databaseErrors.ts'
import type { Tx } from '../../platform/db/db.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { cancelOrder, listOrders } from '../orders/contract.ts'
import { lockOrder, readOrderInvoiceData } from '../orders/service.ts'
import { claimGuestOrders } from './claim.service.ts'
import { mergeGuestCart } from './mergeCart.service.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShopOnPostgres()
})
afterAll(() => shop.close())

const order = (guest: TestClient, productId: string, email: string) =>
  guest.call(checkout, {
    items: [{ productId, quantity: 1 }],
    guest: { email, address: someAddress, acceptsTerms: true },
  })

it('moves the cart of a guest once, whoever logs in at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id: productId } = await addProduct(shop)
    const guest = await newGuest(shop, productId)
    await guest.call(addToCart, { productId, quantity: 4 })
    const [one, other] = [await shop.newUser(), await shop.newUser()]
    const cookie = guest.cookie()
    const tabs = [one, one, other].map(({ user }) =>
      shop.newClient().call(login, { email: user.email, password: PASSWORD }, { cookie }),
    )
    for (const { status } of await Promise.all(tabs)) expect(status).toBe(200)
    const carts = await Promise.all([one, other].map(each => each.call(readCart)))
    expect(carts.flatMap(({ body }) => body.map(({ quantity }) => quantity))).toEqual([5])
    expect(await shop.node.platform.db.$count(users, eq(users.role, 'GUEST'))).toBe(0)
  }
})

/** Until a statement waits for a lock. */
const untilOneWaits = () =>
  vi.waitFor(
    async () =>
      expect(
        await queryRows(
          shop.node.platform.db,
          sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      ).toHaveLength(1),
    10_000,
  )

it('adds to the cart of a guest whom a login in another tab deletes at that moment', async () => {
  const { db } = shop.node.platform
  const { id: productId } = await addProduct(shop)
  const guest = await newGuest(shop, productId)
  const { user } = await shop.newUser()
  const [line] = await db.select().from(cartItems).where(eq(cartItems.productId, productId))
  const adding = await db.transaction(async tx => {
    await mergeGuestCart(tx, line?.userId ?? '', user.id)
    const added = guest.call(addToCart, { productId, quantity: 1 })
    await untilOneWaits()
    return { added }
  })
  expect((await adding.added).status).toBe(201)
})

it('sells the last unit to one of a hundred guests', async () => {
  const { id: productId } = await addProduct(shop, { stock: 1 })
  const guests = await Promise.all(Array.from({ length: 100 }, () => newGuest(shop, productId)))
  const answers = await Promise.all(
    guests.map((guest, at) => order(guest, productId, `race-${at}@gloed.test`)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, body } of answers.filter(answer => answer.status !== 201))
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_STOCK' } })
  const db = shop.node.platform.db
  expect(await db.$count(users, isNotNull(users.guestEmail))).toBe(1)
  expect(await findDiscrepancies(db, shop.node.platform.now())).toEqual([])
})

it('gives a verified account every paid order of its address, also one that is placed meanwhile', async () => {
  const { db, now } = shop.node.platform
  for (let round = 0; round < 5; round += 1) {
    const { id: productId } = await addProduct(shop, { price: 0 })
    const { user, ...member } = await shop.newUser()
    await db.update(users).set({ emailVerifiedAt: now() }).where(eq(users.id, user.id))
    const guest = await newGuest(shop, productId)
    expect((await order(guest, productId, user.email)).status).toBe(201)
    const claim = () => shop.newClient().call(login, { email: user.email, password: PASSWORD })
    const [again, ...logins] = await Promise.all([order(guest, productId, user.email), claim(), claim()])
    expect([again.status, ...logins.map(({ status }) => status)]).toEqual([201, 200, 200])
    await claim()
    expect((await member.call(listOrders)).body).toHaveLength(2)
    expect(await db.$count(users, eq(users.guestEmail, user.email))).toBe(0)
    expect(await findDiscrepancies(db, shop.node.platform.now())).toEqual([])
  }
})

/** A verified account, and an order that was placed with its address by a guest. */
async function orderedAsGuest() {
  const { db, now } = shop.node.platform
  const { id: productId } = await addProduct(shop, { price: 0 })
  const { user, ...member } = await shop.newUser()
  await db.update(users).set({ emailVerifiedAt: now() }).where(eq(users.id, user.id))
  const guest = await newGuest(shop, productId)
  const { body } = await order(guest, productId, user.email)
  return { guest, member, user, productId, orderId: body.orderId }
}

it.each<[string, (tx: Tx, orderId: string) => Promise<unknown>]>([
  ['is paid or refunded', lockOrder],
  ['gets its invoice', readOrderInvoiceData],
])('leaves an order that just %s to the next login, because that may need the guest', async (_, work) => {
  const { db } = shop.node.platform
  const { user, orderId, member } = await orderedAsGuest()
  const claim = () => db.transaction(tx => claimGuestOrders(tx, user.id))
  await db.transaction(async tx => {
    await work(tx, orderId)
    await expect(claim()).rejects.toMatchObject({ cause: { code: LOCK_NOT_AVAILABLE } })
    // As a foreign key does.
    await tx.execute(sql`select from users where role = 'GUEST' for key share`)
  })
  expect(await claim()).toBe(1)
  expect((await member.call(listOrders)).body).toHaveLength(1)
})

it('lets no guest cancel an order that an account takes over at that moment', async () => {
  const { guest, user, orderId } = await orderedAsGuest()
  const cancelling = await shop.node.platform.db.transaction(async tx => {
    await claimGuestOrders(tx, user.id)
    const cancelled = guest.call(cancelOrder, { orderId })
    await untilOneWaits()
    return { cancelled }
  })
  expect((await cancelling.cancelled).status).toBe(404)
})

it('keeps the cart of a guest when the login could not take it over after all', async () => {
  const { db } = shop.node.platform
  const { id: productId } = await addProduct(shop, { price: 0 })
  const guest = await newGuest(shop, productId)
  const { user, ...member } = await shop.newUser()
  await db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
    create constraint trigger refuse after insert on cart_items deferrable initially deferred for each row execute function refuse()`)
  const signIn = () =>
    guest.call(login, { email: user.email, password: PASSWORD }, { cookie: guest.cookie() })
  const refused = await signIn()
  await db.execute(sql`drop function refuse cascade`)
  expect(refused.status).toBe(200)
  expect(refused.headers.getSetCookie().join()).not.toMatch(/gloed_(guest|cart)=;/)
  await shop.newClient().call(login, { email: user.email, password: PASSWORD }, { cookie: guest.cookie() })
  expect((await member.call(readCart)).body).toHaveLength(1)
})
