import { eq, sql } from 'drizzle-orm'
import { creatorAgreements } from '../../src/live/agreements/table.ts'
import { creators } from '../../src/live/creators/table.ts'
import { addresses } from '../../src/people/addresses/table.ts'
import { users } from '../../src/people/accounts/table.ts'
import { toyLinks, toys } from '../../src/live/toys/table.ts'
import { digestOf } from '../../src/money/credit/spend.service.ts'
import { creditAccounts, creditEntries } from '../../src/money/credit/table.ts'
import { minuteEntries } from '../../src/money/minutes/table.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { categories, products, stockEntries } from '../../src/shop/products/catalog/table.ts'
import { productSales } from '../../src/shop/products/prices/table.ts'
import { promotions } from '../../src/shop/promotions/table.ts'
import { someAddress } from '../support/fixtures.ts'
import { signatureOf } from './actors/hider.ts'
import type { Random } from './random.ts'
import { addAutomaticPromotions, addGiftCardProduct } from './worldOffers.ts'

interface GiftCard {
  id: string
  code: string
}

/** The beginning of an episode: scarce stock, few minutes, few toys, so that actors are in each other's way. */
export interface World {
  customers: { id: string; addressId: string }[]
  creatorId: string
  adminId: string
  productIds: string[]
  /** Sold as gift cards. */
  giftCardProductId: string
  /** Of promotions, most of which may be used a few times only. */
  codes: string[]
  /** Gift cards that all customers know, with little on them. */
  giftCards: GiftCard[]
  /** The cards that several customers spend at the same moment, with much on them. */
  sharedCards: GiftCard[]
  toys: { id: string; uid: string }[]
}

/** An id that is the same in every episode. */
const fixedId = (kind: number, index: number) =>
  `00000000-0000-7000-8${kind.toString().padStart(3, '0')}-${index.toString().padStart(12, '0')}`

/** @param own draws the later additions, so that earlier draws stay */
export async function createWorld(db: Db, random: Random, own: Random, now: Date): Promise<World> {
  const customers = Array.from({ length: 4 }, (_, index) => ({
    id: fixedId(1, index),
    addressId: fixedId(2, index),
  }))
  const [creatorId, adminId] = [fixedId(3, 0), fixedId(3, 1)]
  const productIds = Array.from({ length: random.int(1, 3) }, (_, index) => fixedId(4, index))
  const toyList = Array.from({ length: random.int(1, 2) }, (_, index) => ({
    id: `toy-${index}`,
    uid: 'creator',
  }))
  const minutes = customers.map(() => random.int(2, 12))
  const stocks = productIds.map(() => (random.chance(0.3) ? 30 : random.int(1, 6)))
  // Of one there is often enough for everybody, so that the steps after an order are reached.
  if (own.chance(0.6)) stocks[0] = 30
  const person = (id: string, role: 'USER' | 'MODEL' | 'ADMIN') => ({
    id,
    role,
    email: `${id}@gloed.test`,
    displayName: role,
    password: '-',
    adultStatementAt: now,
    policyVersion: '-',
    createdAt: now,
  })
  await db.insert(users).values([
    ...customers.map(({ id }) => ({
      ...person(id, 'USER'),
      emailVerifiedAt: own.chance(0.5) ? now : null,
    })),
    person(creatorId, 'MODEL'),
    person(adminId, 'ADMIN'),
  ])
  await db.insert(minuteEntries).values(
    customers.map(({ id: userId }, index) => ({
      userId,
      kind: 'GIFT' as const,
      minutes: minutes[index] ?? 1,
      createdAt: now,
    })),
  )
  await db
    .insert(addresses)
    .values(
      customers.map(({ id, addressId }) => ({ ...someAddress, id: addressId, userId: id, isDefault: true })),
    )
  await db.insert(categories).values({ id: fixedId(5, 0), name: 'Alles', slug: 'alles' })
  await db.insert(products).values(
    productIds.map((id, index) => ({
      id,
      name: `Product ${index}`,
      slug: `product-${index}`,
      sku: `product-${index}`,
      price: 1000 + index,
      stock: stocks[index] ?? 1,
      categoryId: fixedId(5, 0),
    })),
  )
  await addParent(db, productIds)
  await addSale(db, random, { productId: productIds[0] as string, actorId: adminId, now })
  await db.insert(stockEntries).values(
    productIds.map((productId, index) => {
      const pieces = stocks[index] ?? 1
      return { productId, kind: 'INTAKE' as const, pieces, stockAfter: pieces, createdAt: now }
    }),
  )
  await db
    .insert(toyLinks)
    .values({ userId: creatorId, uid: 'creator', utoken: '-', connectedAt: now, lastSeenAt: now })
  await db.insert(toys).values(
    toyList.map(({ id }) => ({
      id,
      name: id,
      model: 'lush',
      ownerId: creatorId,
      status: 'ONLINE' as const,
      // A toy that reports for the whole episode.
      lastActive: sql`${new Date(now.getTime() + 24 * 3_600_000).toISOString()}::timestamptz` as never,
      isActive: true,
      onAir: true,
      onAirUntil: new Date(now.getTime() + 24 * 3_600_000),
    })),
  )
  await db.insert(creators).values({ userId: creatorId, acceptedAt: now, createdAt: now })
  await db.insert(creatorAgreements).values(signatureOf(creatorId, now))
  const codes = await addPromotions(db, random, productIds, now)
  const giftCards = await addGiftCards(db, random, now)
  const sharedCards = await addSharedCards(db, now)
  codes.push(...(await addAutomaticPromotions(db, own, { productIds, now })))
  const giftCardProductId = await addGiftCardProduct(db, own, { categoryId: fixedId(5, 0), now })
  const people = { customers, creatorId, adminId }
  return { ...people, productIds, giftCardProductId, codes, giftCards, sharedCards, toys: toyList }
}

/** The products are variants of one, whose prices change with theirs. */
async function addParent(db: Db, productIds: string[]) {
  const id = fixedId(6, 0)
  const options = [{ name: 'maat', values: productIds.map((_, index) => `${index}`) }]
  const product = {
    id,
    name: 'Product',
    slug: 'product',
    sku: 'product',
    price: 1000,
    basePrice: 1000,
    options,
  }
  await db.insert(products).values({ ...product, categoryId: fixedId(5, 0) })
  for (const [index, productId] of productIds.entries())
    await db
      .update(products)
      .set({ parentId: id, optionValues: [`${index}`], optionFacets: [`maat:${index}`], position: index })
      .where(eq(products.id, productId))
}

/** A sale price that begins and ends while people order. */
async function addSale(
  db: Db,
  random: Random,
  { productId, actorId, now }: { productId: string; actorId: string; now: Date },
) {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const [begin, seconds] = [random.int(5, 30), random.int(5, 30)]
  await db.insert(productSales).values({
    productId,
    actorId,
    saleCents: 700,
    startsAt: at(begin),
    endsAt: at(begin + seconds),
    createdAt: now,
  })
}

/**
 * A code that is scarce, one for each customer once, one that takes everything off, one for a first order, and one for two products
 * together.
 */
async function addPromotions(db: Db, random: Random, productIds: string[], now: Date): Promise<string[]> {
  const targetIds = productIds.slice(0, 2)
  const bundle = {
    code: 'SAMEN',
    kind: 'BUNDLE',
    percentage: 30,
    maxUses: 2,
    target: 'PRODUCTS',
    targetIds,
  } as const
  const given = [
    { code: 'SCHAARS', kind: 'PERCENTAGE', percentage: 10, maxUses: random.int(1, 2), isCombinable: true },
    { code: 'EENMAAL', kind: 'AMOUNT', amountCents: 300, oncePerCustomer: true, isCombinable: true },
    { code: 'GRATIS', kind: 'PERCENTAGE', percentage: 100, maxUses: random.int(1, 3) },
    { code: 'EERSTE', kind: 'PERCENTAGE', percentage: 20, firstOrderOnly: true, maxUses: 3 },
    ...(targetIds.length === 2 ? [bundle] : []),
  ] as const
  await db
    .insert(promotions)
    .values(
      given.map((each, index) => ({ ...each, id: fixedId(6, index), title: each.code, createdAt: now })),
    )
  return given.map(({ code }) => code)
}

async function addGiftCards(db: Db, random: Random, now: Date): Promise<GiftCard[]> {
  const cards = Array.from({ length: 3 }, (_, index) => ({
    id: fixedId(7, index),
    code: `KAART-${index}`,
    cents: random.pick([1, 400, 4000, 20_000]),
  }))
  // One expires while people order.
  const expiresAt = (index: number) =>
    new Date(now.getTime() + (index === 0 ? random.int(10, 60) : 100_000) * 1000)
  return insertGiftCards(
    db,
    now,
    cards.map((card, index) => ({ ...card, expiresAt: expiresAt(index) })),
  )
}

const addSharedCards = (db: Db, now: Date): Promise<GiftCard[]> =>
  insertGiftCards(
    db,
    now,
    Array.from({ length: 2 }, (_, index) => ({
      id: fixedId(9, index),
      code: `SAMEN-${index}`,
      cents: 40_000,
      expiresAt: new Date(now.getTime() + 100_000_000),
    })),
  )

async function insertGiftCards(
  db: Db,
  now: Date,
  cards: (GiftCard & { cents: number; expiresAt: Date })[],
): Promise<GiftCard[]> {
  await db.insert(creditAccounts).values(
    cards.map(({ id, code, cents, expiresAt }) => ({
      id,
      kind: 'GIFT_CARD' as const,
      initialCents: cents,
      codeDigest: digestOf(code),
      lastFour: code.slice(-4),
      deliverOn: '2026-01-01',
      deliveredAt: now,
      expiresAt,
      createdAt: now,
    })),
  )
  await db
    .insert(creditEntries)
    .values(
      cards.map(({ id: accountId, cents }) => ({ accountId, cents, kind: 'ISSUE' as const, createdAt: now })),
    )
  return cards.map(({ id, code }) => ({ id, code }))
}
