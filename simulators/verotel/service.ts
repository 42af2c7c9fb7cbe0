import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../src/platform/db/db.ts'
import { centsFromDecimal } from '../../src/wire/money.ts'
import {
  type Payment,
  type PostbackMode,
  RefusedOrder,
  VerotelError,
  type VerotelFaults,
} from './contract.ts'
import {
  okData,
  type Sale,
  saleResource,
  type SaleResource,
  signedQuery,
  type Transaction,
} from './resource.ts'
import { chosenMethod, type Parameters, postbackDelay } from './rules.ts'
import {
  type GivenBack,
  simulatorPostbacks,
  simulatorSales,
  simulatorTransactions,
  simulatorVerotelFaults,
} from './table.ts'

/**
 * The open order of a start. A start with a reference is the same order each time; one without is a new order each time.
 * @throws RefusedOrder when the reference belongs to a sale, or to a start with other data
 */
export async function openOrder(
  db: Db,
  { data, signature }: { data: Parameters; signature: string },
  now: Date,
): Promise<Sale> {
  const referenceId = data['referenceID'] ?? null
  const [made] = await db
    .insert(simulatorSales)
    .values({
      referenceId,
      start: data,
      signature,
      currency: data['priceCurrency'] ?? '',
      amountCents: centsFromDecimal(data['priceAmount'] ?? '') ?? 0,
      createdAt: now,
    })
    .onConflictDoNothing({ target: simulatorSales.referenceId })
    .returning()
  if (made) return made
  const before = await findSale(db, eq(simulatorSales.referenceId, referenceId ?? ''))
  if (before.paidAt) throw alreadyPaid()
  if (before.signature !== signature)
    throw new RefusedOrder('referenceID is al gebruikt voor een andere bestelling.')
  return before
}

const alreadyPaid = () => new RefusedOrder('Deze bestelling is al betaald; referenceID is al gebruikt.')

/** Pays an open order once, of two concurrent payments too. @throws RefusedOrder */
export const payOrder = (db: Db, order: Sale, { method, country, postback }: Payment, now: Date) =>
  db.transaction(async tx => {
    const [sale] = await tx
      .update(simulatorSales)
      .set({ method: chosenMethod(order.start, method, country), country, paidAt: now })
      .where(and(eq(simulatorSales.id, order.id), isNull(simulatorSales.paidAt)))
      .returning()
    if (!sale) throw alreadyPaid()
    const transaction = await addTransaction(tx, sale, { amountCents: sale.amountCents }, postback, now)
    return { sale, transaction }
  })

/**
 * Credits a part of a sale, or records a chargeback, which a bank also makes of a sale that was credited. All that is left unless an amount is
 * given.
 * @throws VerotelError 404; 412 beyond that, and for an order that was not paid
 */
export async function giveBack(
  tx: Tx,
  saleId: number,
  { event, amountCents }: { event: GivenBack; amountCents?: number | undefined },
  postback: PostbackMode,
  now: Date,
): Promise<Transaction> {
  const [sale] = await tx.select().from(simulatorSales).where(eq(simulatorSales.id, saleId)).for('update')
  if (!sale) throw new VerotelError(404, 'Sale not found')
  const { creditedCents, chargedBackCents } = sale
  const left = sale.amountCents - chargedBackCents - (event === 'credit' ? creditedCents : 0)
  const cents = amountCents ?? left
  if (!sale.paidAt || cents <= 0 || cents > left)
    throw new VerotelError(412, 'The amount is higher than what is left of the sale.')
  await tx
    .update(simulatorSales)
    .set(
      event === 'credit'
        ? { creditedCents: creditedCents + cents }
        : { chargedBackCents: chargedBackCents + cents },
    )
    .where(eq(simulatorSales.id, saleId))
  return addTransaction(tx, sale, { event, amountCents: cents }, postback, now)
}

/** Writes a transaction, and its postbacks in the same database transaction. */
async function addTransaction(
  tx: Tx,
  sale: Sale,
  what: { event?: GivenBack; amountCents: number },
  mode: PostbackMode,
  now: Date,
): Promise<Transaction> {
  const [purchase] = await tx
    .select({ id: simulatorTransactions.id })
    .from(simulatorTransactions)
    .where(and(eq(simulatorTransactions.saleId, sale.id), isNull(simulatorTransactions.event)))
  const [transaction] = await tx
    .insert(simulatorTransactions)
    .values({ ...what, saleId: sale.id, parentId: purchase?.id, createdAt: now })
    .returning()
  if (!transaction) throw new Error('a transaction was not stored')
  const delay = postbackDelay[mode]
  const postback = {
    transactionId: transaction.id,
    query: signedQuery(okData(sale, transaction), mode),
    dueAt: delay === null ? null : new Date(now.getTime() + delay),
  }
  await tx.insert(simulatorPostbacks).values(Array.from({ length: mode === 'five' ? 5 : 1 }, () => postback))
  return transaction
}

/** An order or a sale. @throws VerotelError 404 */
export async function findSale(db: Db, which: SQL): Promise<Sale> {
  const [sale] = await db.select().from(simulatorSales).where(which)
  if (!sale) throw new VerotelError(404, 'Sale not found')
  return sale
}

/** @throws VerotelError 404 */
export const findByReference = (db: Db, referenceID: string): Promise<Sale> =>
  findSale(db, eq(simulatorSales.referenceId, referenceID))

/** A sale by the text of its id. @throws VerotelError 404 */
export const findBySaleId = (db: Db, saleID: string): Promise<Sale> =>
  findSale(db, /^\d{1,15}$/.test(saleID) ? eq(simulatorSales.id, Number(saleID)) : sql`false`)

/** All orders and sales with their transactions and postbacks, newest last. */
export async function listSales(db: Db): Promise<SaleResource[]> {
  const sales = await db.select().from(simulatorSales).orderBy(asc(simulatorSales.id))
  const transactions = await db.select().from(simulatorTransactions).orderBy(asc(simulatorTransactions.id))
  const postbacks = await db.select().from(simulatorPostbacks).orderBy(asc(simulatorPostbacks.id))
  return sales.map(sale => {
    const own = transactions.filter(({ saleId }) => saleId === sale.id)
    const ids = new Set(own.map(({ id }) => id))
    return saleResource(
      sale,
      own,
      postbacks.filter(({ transactionId }) => ids.has(transactionId)),
    )
  })
}

export const listTransactions = (db: Db): Promise<{ sale: Sale; transaction: Transaction }[]> =>
  db
    .select({ sale: simulatorSales, transaction: simulatorTransactions })
    .from(simulatorTransactions)
    .innerJoin(simulatorSales, eq(simulatorSales.id, simulatorTransactions.saleId))
    .orderBy(asc(simulatorTransactions.id))

/** The amounts of all paid sales, in cents. */
export async function readTotals(db: Db, currency: string) {
  const [totals] = await db
    .select({
      sales: sql<number>`count(*)`.mapWith(Number),
      saleCents: sql<number>`coalesce(sum(${simulatorSales.amountCents}), 0)`.mapWith(Number),
      creditCents: sql<number>`coalesce(sum(${simulatorSales.creditedCents}), 0)`.mapWith(Number),
    })
    .from(simulatorSales)
    .where(and(isNotNull(simulatorSales.paidAt), eq(simulatorSales.currency, currency)))
  return totals ?? { sales: 0, saleCents: 0, creditCents: 0 }
}

export async function readFaults(db: Db): Promise<VerotelFaults> {
  const [row] = await db.select().from(simulatorVerotelFaults)
  return row?.faults ?? {}
}

export async function replaceFaults(db: Db, faults: VerotelFaults): Promise<void> {
  await db
    .insert(simulatorVerotelFaults)
    .values({ id: 1, faults })
    .onConflictDoUpdate({ target: simulatorVerotelFaults.id, set: { faults } })
}
