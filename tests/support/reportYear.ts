import { randomUUID } from 'node:crypto'
import { creditAccounts, creditEntries } from '../../src/money/credit/table.ts'
import { minuteEntries, minutePurchases } from '../../src/money/minutes/table.ts'
import {
  chargebackReversals,
  chargebacks,
  payments,
  refundFailures,
  refunds,
} from '../../src/money/payments/table.ts'
import { categories, products, stockEntries } from '../../src/shop/products/catalog/table.ts'
import type { Db } from '../../src/platform/db/db.ts'
import type { Random } from '../simulation/random.ts'
import { DAY, seedInvoices, type Seeding, someTime, START, YEAR } from './reportYearInvoices.ts'

/** A year of everything that the reports read, with some of the weeks around it: the same for the same seed. */
export async function seedReportYear(seeding: Seeding): Promise<void> {
  await seedInvoices(seeding)
  await seedPayments(seeding)
  for (const userId of seeding.userIds) await seedMinutes(seeding, userId)
  await seedCredit(seeding)
  await seedStock(seeding)
}

async function seedPayments({ db, random, userIds }: Seeding): Promise<void> {
  for (let count = 0; count < 150; count += 1) {
    const provider = random.pick(['mollie', 'mollie', 'manual', 'gift_card', 'store_credit'])
    const isPaid = random.chance(0.8)
    const amountCents = random.int(100, 20_000)
    const [payment] = await db
      .insert(payments)
      .values({
        kind: random.pick(['ORDER', 'MINUTES', 'GIFT']),
        subjectId: randomUUID(),
        userId: random.pick(userIds),
        provider,
        providerId: provider === 'mollie' ? `tr_${count}` : null,
        amountCents,
        status: isPaid ? 'PAID' : 'EXPIRED',
        settledAt: someTime(random),
        pollAt: null,
      })
      .returning()
    if (payment && isPaid) await seedReturns({ db, random, userIds }, payment.id, amountCents, count)
  }
}

const after = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY)

/** Refunds, whole and partial, some of which fail and are mended, and chargebacks, some of which are reversed. */
async function seedReturns(
  { db, random }: Seeding,
  paymentId: string,
  amountCents: number,
  count: number,
): Promise<void> {
  const createdAt = someTime(random)
  if (random.chance(0.3)) {
    const isFailed = random.chance(0.5)
    // At once, or in a later quarter; and it ends at once, later, or never.
    const failedAt = after(createdAt, random.pick([0, 0, 20, 100]))
    const endedAt = after(failedAt, random.pick([0, 10, 100]))
    const end = isFailed ? random.pick(['never', 'by hand', 'sent again'] as const) : null
    const id = randomUUID()
    await db.insert(refunds).values({
      id,
      paymentId,
      amountCents: random.chance(0.5) ? amountCents : random.int(1, amountCents),
      reason: '',
      destination: random.pick(['PAYMENT', 'PAYMENT', 'CREDIT']),
      providerId: `re_${count}`,
      createdAt,
      ...((end === 'never' || end === 'by hand') && { failedAt, failure: 'x' }),
      ...(end === 'by hand' && { byHandAt: endedAt }),
    })
    // One that is sent again keeps nothing of its failure but this.
    if (end === 'sent again') await db.insert(refundFailures).values({ refundId: id, failedAt, endedAt })
  } else if (random.chance(0.15)) {
    await db.insert(chargebacks).values({ paymentId, amountCents, totalCents: amountCents, createdAt })
    const reversal = { paymentId, amountCents, providerId: `chb_${count}` }
    if (random.chance(0.5))
      await db
        .insert(chargebackReversals)
        .values({ ...reversal, createdAt: after(createdAt, random.pick([5, 100])) })
  }
}

/** Bought, given, played and returned minutes of one account, in the order of time. */
async function seedMinutes({ db, random }: Seeding, userId: string): Promise<void> {
  let at = START
  let balance = 0
  const next = () => new Date((at += random.int(1, 20) * DAY))
  const spend = async () => {
    const minutes = random.int(0, balance)
    if (minutes === 0) return
    balance -= minutes
    await db.insert(minuteEntries).values({ userId, kind: 'SPEND', minutes: -minutes, createdAt: next() })
  }
  for (let count = 0; count < 12; count += 1) {
    const minutes = random.int(5, 60)
    if (random.chance(0.3)) {
      await db
        .insert(minuteEntries)
        .values({ userId, kind: 'GIFT', minutes, orderId: randomUUID(), createdAt: next() })
      balance += minutes
    } else balance += await buyMinutes(db, random, { userId, minutes }, next)
    if (random.chance(0.2)) {
      const more = random.int(1, 10)
      balance += more
      await db
        .insert(minuteEntries)
        .values({ userId, kind: 'ADJUSTMENT', minutes: more, reason: 'x', createdAt: next() })
    }
    await spend()
  }
}

/** @returns the minutes that stay */
async function buyMinutes(
  db: Db,
  random: Random,
  { userId, minutes }: { userId: string; minutes: number },
  next: () => Date,
): Promise<number> {
  const valueCents = random.int(100, 5000)
  const [purchase] = await db
    .insert(minutePurchases)
    .values({ userId, packageId: 'quick', packageName: 'Kort', minutes, price: valueCents, status: 'PAID' })
    .returning()
  const purchaseId = purchase?.id as string
  const entry = { userId, purchaseId }
  await db
    .insert(minuteEntries)
    .values({ ...entry, kind: 'PURCHASE', minutes, valueCents, createdAt: next() })
  const returned = random.chance(0.25) ? random.int(1, minutes) : 0
  if (returned === 0) return minutes
  await db.insert(minuteEntries).values({
    ...entry,
    minutes: -returned,
    createdAt: next(),
    ...(random.chance(0.5)
      ? { kind: 'REFUND', refundId: randomUUID() }
      : { kind: 'CHARGEBACK', chargebackId: randomUUID() }),
  })
  return minutes - returned
}

async function seedCredit({ db, random, userIds }: Seeding): Promise<void> {
  const day = `${YEAR}-01-01`
  const card = {
    kind: 'GIFT_CARD',
    initialCents: 5000,
    lastFour: '0000',
    expiresAt: new Date(`${YEAR + 2}-01-01`),
    deliverOn: day,
  } as const
  const accounts = await db
    .insert(creditAccounts)
    .values([
      ...Array.from({ length: 12 }, () => ({ ...card, codeDigest: randomUUID() })),
      ...userIds.map(userId => ({ kind: 'STORE_CREDIT' as const, userId })),
    ])
    .returning()
  for (const { id: accountId, kind } of accounts) {
    const issued = { accountId, cents: 5000, createdAt: someTime(random) }
    const reason = { reason: 'x', byUserId: userIds[0] }
    await db
      .insert(creditEntries)
      .values(kind === 'GIFT_CARD' ? { ...issued, kind: 'ISSUE' } : { ...issued, kind: 'GRANT', ...reason })
    const cents = -random.pick([0, 1200, 5000])
    if (cents < 0)
      await db.insert(creditEntries).values({ accountId, kind: 'CANCEL', cents, createdAt: someTime(random) })
  }
}

async function seedStock({ db, random }: Seeding): Promise<void> {
  const [category] = await db.insert(categories).values({ name: 'Jaar', slug: 'jaar' }).returning()
  const categoryId = category?.id as string
  const made = await db
    .insert(products)
    .values(
      Array.from({ length: 8 }, (_, index) => ({
        name: `Jaarproduct ${index}`,
        sku: `J-${index}`,
        slug: `jaar-${index}`,
        price: random.int(100, 9000),
        // Of some nobody knows what they cost.
        purchasePrice: index % 4 === 0 ? null : random.int(0, 4000),
        categoryId,
      })),
    )
    .returning()
  for (const { id: productId } of made) {
    const cost = () => (random.chance(0.6) ? random.int(0, 4000) : null)
    const opening = { kind: 'INTAKE' as const, pieces: 180, createdAt: new Date(START - 60 * DAY) }
    await db.insert(stockEntries).values({ productId, ...opening, unitCost: cost() })
    for (let count = 0; count < 6; count += 1) {
      const kind = random.pick(['SALE', 'SALE', 'INTAKE', 'CORRECTION', 'RETURN'] as const)
      const orderId = kind === 'SALE' || kind === 'RETURN' ? randomUUID() : null
      const pieces = kind === 'SALE' ? -random.int(1, 30) : random.int(1, 20)
      const unitCost = orderId ? null : cost()
      await db
        .insert(stockEntries)
        .values({ productId, createdAt: someTime(random), kind, pieces, orderId, unitCost })
    }
  }
}
