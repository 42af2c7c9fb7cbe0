import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { linkDemoApp } from '../../../simulators/lovense/service.ts'
import type { Role } from '../../wire/roles.ts'
import { createUserWithoutMail } from '../../people/accounts/service.ts'
import { users } from '../../people/accounts/table.ts'
import { addAddress, type AddressRow } from '../../people/addresses/service.ts'
import { invoiceJob } from '../../money/invoices/issue.service.ts'
import { recordInitialStock } from '../../shop/catalog/stockLedger.service.ts'
import { priceEntries } from '../../backoffice/products/table.ts'
import { sellHeldStock, holdStock, type ProductQuantity } from '../../shop/catalog/stock.service.ts'
import { categories, products } from '../../shop/catalog/table.ts'
import { buildMinutePackages, defaultMinutePackages } from '../../money/minutes/rules.ts'
import { addMinutePurchase, creditMinutePurchase } from '../../money/minutes/service.ts'
import { digitalFiles, digitalProducts } from '../../shop/downloads/table.ts'
import { newPrivateFileKey } from '../../platform/privateFiles.ts'
import { orders } from '../../shop/orders/table.ts'
import { placeOrder } from '../../shop/orders/placeOrder.service.ts'
import type { PaymentKind } from '../../money/payments/contract.ts'
import { addPayment } from '../../money/payments/service.ts'
import { payments } from '../../money/payments/table.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { toyLinks, toys } from '../../live/toys/table.ts'
import { demoAccounts } from './accounts.ts'
import { demoCategories, demoProducts } from './catalog.ts'
import { makeDemoFiles } from './digitalFiles.ts'
import { seedGifts, seedReviews } from './gifts.ts'
import { seedShipping } from './shipping.ts'
import { seedVisits } from './visits.ts'

/** Arbitrary, but the same for every node. */
const SEED_LOCK = 20_261_121
const DAY = 24 * 3600_000

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY)

/** Fills an empty database with the demo, in one transaction; does nothing when there are users. */
export const seedDemo = (platform: Platform): Promise<void> =>
  platform.db.transaction(async tx => {
    const { now } = platform
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
    if ((await tx.$count(users)) > 0) return
    await seedShipping(tx)
    const bySlug = await seedCatalog(tx, now())
    await seedDownloads(tx, platform, bySlug)
    const people = await seedPeople(tx, now())
    const address = await addAddress(tx, people.USER, demoAddress)
    await seedOrder(
      tx,
      platform,
      people.USER,
      address,
      [orderLine(bySlug, 2, 1), orderLine(bySlug, 9, 2)],
      'DELIVERED',
      daysBefore(now(), 24),
    )
    await seedOrder(
      tx,
      platform,
      people.USER,
      address,
      [orderLine(bySlug, 5, 1)],
      'SHIPPED',
      daysBefore(now(), 3),
    )
    await seedMinutes(tx, platform, people.USER, daysBefore(now(), 6))
    await seedToys(tx, people.MODEL, now())
    await seedGiving(tx, platform, people, daysBefore(now(), 2))
    const bought: [string, string] = [bySlug[2] as string, bySlug[9] as string]
    await seedReviews(tx, people.USER, bought, daysBefore(now(), 1))
    await seedVisits(tx, people.USER, now())
  })

const demoAddress = {
  firstName: 'Sam',
  lastName: 'de Wit',
  company: null,
  street: 'Lindelaan',
  houseNumber: '12',
  city: 'Utrecht',
  postalCode: '3512 AB',
  country: 'Nederland',
  isDefault: true,
}

/** Inserts the catalogue, older products first. @returns the products' ids in the order of the list */
async function seedCatalog(tx: Tx, now: Date): Promise<string[]> {
  const kept = await tx
    .insert(categories)
    .values(
      demoCategories.map(({ name, slug }) => ({
        name,
        slug,
        imageUrl: `/media/demo/category-${slug}/800.webp`,
      })),
    )
    .returning()
  const categoryId = new Map(kept.map(({ slug, id }) => [slug, id]))
  const rows = demoProducts.map(({ categorySlug, ...product }, index) => ({
    ...product,
    id: randomUUIDv7(),
    categoryId: categoryId.get(categorySlug) as string,
    createdAt: daysBefore(now, 60 - index),
  }))
  await tx.insert(products).values(rows)
  await recordInitialStock(tx, rows)
  await tx.insert(priceEntries).values(rows.flatMap(pricesOf))
  return rows.map(row => row.id)
}

/** Their price history; every fourth was more expensive for a while. */
function pricesOf(
  { id: productId, price, createdAt }: { id: string; price: number; createdAt: Date },
  index: number,
) {
  const first = index % 4 === 1 ? Math.ceil((price * 1.2) / 100) * 100 - 5 : price
  const opening = { productId, oldCents: null, newCents: first, source: 'OPENING' as const, createdAt }
  const lowered = { productId, oldCents: first, newCents: price, source: 'BULK' as const }
  const later = new Date(createdAt.getTime() + 20 * DAY)
  return first === price ? [opening] : [opening, { ...lowered, createdAt: later }]
}

/** The files of the downloads, stored as an admin's upload is. */
async function seedDownloads(tx: Tx, { files, now }: Platform, ids: string[]): Promise<void> {
  const at = now()
  for (const [slug, made] of Object.entries(await makeDemoFiles(at))) {
    const productId = ids[demoProducts.findIndex(product => product.slug === slug)] as string
    await tx.insert(digitalProducts).values({ productId, kind: 'FILES' })
    for (const { name, content } of made) {
      const storageKey = newPrivateFileKey()
      await files.write(storageKey, 0, Readable.from([content]))
      await files.complete(storageKey)
      const bytes = content.length
      await tx
        .insert(digitalFiles)
        .values({ productId, name, bytes, received: bytes, storageKey, readyAt: at })
    }
  }
}

const orderLine = (ids: string[], index: number, quantity: number): ProductQuantity => ({
  productId: ids[index] as string,
  quantity,
})

async function seedPeople(tx: Tx, now: Date): Promise<Record<Role, string>> {
  const made: [Role, string][] = []
  // Sequential, because a transaction has one connection.
  for (const { role, ...person } of demoAccounts) {
    const registration = { ...person, firstName: null, lastName: null, dateOfBirth: '1990-06-15' }
    made.push([role, (await createUserWithoutMail(tx, registration, daysBefore(now, 30), role)).id])
  }
  await tx.update(users).set({ emailVerifiedAt: daysBefore(now, 30) })
  return Object.fromEntries(made) as Record<Role, string>
}

/** A past order, created by the same services as a real one, so that stock, payment and order are consistent. */
async function seedOrder(
  tx: Tx,
  { jobs, settings }: Platform,
  userId: string,
  address: AddressRow,
  wanted: ProductQuantity[],
  status: 'SHIPPED' | 'DELIVERED',
  at: Date,
): Promise<void> {
  const id = randomUUIDv7()
  const lines = await holdStock(tx, id, wanted, at)
  const order = await placeOrder(
    tx,
    {
      id,
      userId,
      lines,
      addressId: address.id,
      hasTracking: true,
      trackingPrice: settings.current.trackingCost,
      comments: null,
    },
    at,
  )
  await sellHeldStock(tx, id)
  await seedPayment(tx, { kind: 'ORDER', subjectId: id, userId, amountCents: order.totalAmount }, at)
  const shippedAt = new Date(at.getTime() + DAY)
  const deliveredAt = status === 'DELIVERED' ? new Date(at.getTime() + 2 * DAY) : null
  const tracking = { trackingCode: '3SGLOED0042117', shippingCarrier: 'PostNL' }
  await tx
    .update(orders)
    .set({ status, paidAt: at, shippedAt, deliveredAt, ...tracking })
    .where(eq(orders.id, id))
  await jobs.send(tx, invoiceJob, { kind: 'ORDER', subjectId: id })
}

/** Twenty minutes, bought as two packages. */
async function seedMinutes(tx: Tx, { jobs }: Platform, userId: string, at: Date): Promise<void> {
  const packages = buildMinutePackages(defaultMinutePackages, false)
  for (const offer of packages.filter(({ id }) => id === 'quick' || id === 'extended')) {
    const id = randomUUIDv7()
    await addMinutePurchase(tx, id, userId, offer, at)
    await seedPayment(tx, { kind: 'MINUTES', subjectId: id, userId, amountCents: offer.price }, at)
    await creditMinutePurchase(tx, id, at)
    await jobs.send(tx, invoiceJob, { kind: 'MINUTES', subjectId: id })
  }
}

/** The creator's gift list, with one gift that the customer has bought. */
async function seedGiving(tx: Tx, { jobs }: Platform, people: Record<Role, string>, at: Date): Promise<void> {
  const { MODEL: creatorId, USER: userId } = people
  const pay = (subjectId: string, amountCents: number) =>
    seedPayment(tx, { kind: 'GIFT', subjectId, userId, amountCents }, at)
  const subjectId = await seedGifts(tx, { creatorId, giverId: userId }, at, pay)
  await jobs.send(tx, invoiceJob, { kind: 'GIFT', subjectId })
}

async function seedPayment(
  tx: Tx,
  attempt: { kind: PaymentKind; subjectId: string; userId: string; amountCents: number },
  at: Date,
): Promise<string> {
  const { id } = await addPayment(tx, { ...attempt, provider: 'demo' }, at)
  await tx.update(payments).set({ status: 'PAID', settledAt: at }).where(eq(payments.id, id))
  return id
}

const demoToys = [
  { model: 'lush', name: 'Lumi' },
  { model: 'ferri', name: 'Vela' },
  { model: 'edge', name: 'Onda' },
  { model: 'max', name: 'Nova' },
]

/** Four toys of the creator, in an app that is already linked. */
async function seedToys(tx: Tx, ownerId: string, now: Date): Promise<void> {
  const link = { uid: randomUUIDv7(), utoken: randomUUIDv7() }
  const linked = demoToys.map(toy => ({ ...toy, id: randomUUIDv7() }))
  await linkDemoApp(
    tx,
    { ...link, toys: linked.map(({ id, model, name }) => ({ id, name: model, nickName: name })) },
    now,
  )
  await tx.insert(toyLinks).values({ ...link, userId: ownerId, connectedAt: now, lastSeenAt: now })
  await tx.insert(toys).values(
    linked.map(toy => ({
      ...toy,
      ownerId,
      isActive: true,
      status: 'ONLINE' as const,
      lastActive: now,
      batteryLevel: 100,
    })),
  )
}
