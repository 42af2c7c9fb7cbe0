import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { productPath } from '../products/search/filters.rules.ts'
import { stockLevels, products } from '../products/catalog/table.ts'
import { isActiveSql, isForSaleSql, notForSaleProblem } from '../products/variants/service.ts'
import { backInStockMail } from './contract.ts'
import { backInStockLevels, backInStockRequests } from './table.ts'

/** The requests of a user, the newest first. */
export const findRequests = (db: Db, userId: string) =>
  db
    .select({
      productId: products.id,
      name: products.name,
      slug: products.slug,
      createdAt: backInStockRequests.createdAt,
    })
    .from(backInStockRequests)
    .innerJoin(products, eq(products.id, backInStockRequests.productId))
    .where(and(eq(backInStockRequests.userId, userId), isActiveSql()))
    .orderBy(desc(backInStockRequests.createdAt), desc(products.id))

/**
 * Notes that someone wants a mail when a product is there again.
 * @throws Problem NOT_FOUND for a product that is not sold any more; IN_STOCK for one that is there
 */
export async function addRequest(tx: Tx, userId: string, productId: string, createdAt: Date): Promise<void> {
  // The product before its level, as an order locks them: to avoid a deadlock.
  const [product] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), isForSaleSql()))
    .for('key share')
  if (!product) throw await notForSaleProblem(tx, [productId], 'Dit product bestaat niet meer.')
  // Locks the level: the job, which mails and deletes by it, comes before or after this request.
  await tx
    .insert(backInStockLevels)
    .values({ productId })
    .onConflictDoUpdate({ target: backInStockLevels.productId, set: { productId } })
  const isThere = and(eq(stockLevels.productId, productId), gt(stockLevels.available, 0))
  if ((await tx.$count(stockLevels, isThere)) > 0) throw new Problem('IN_STOCK')
  await tx.insert(backInStockRequests).values({ userId, productId, createdAt }).onConflictDoNothing()
}

export async function removeRequest(db: Db, userId: string, productId: string): Promise<void> {
  const { userId: owner, productId: wanted } = backInStockRequests
  await db.delete(backInStockRequests).where(and(eq(owner, userId), eq(wanted, productId)))
}

/** Products that are looked at in one transaction. */
const BATCH = 200

/** Mails those who asked first, one for each unit that became available since the last run. */
export async function mailBackInStock(platform: Platform): Promise<void> {
  while ((await platform.db.transaction(tx => mailBatch(tx, platform))) > 0);
}

interface DueRequest {
  email: string
  productId: string
}

/** The levels of products whose stock is not as it was seen. */
const movedLevels = sql`
  from ${backInStockLevels} level
  join ${stockLevels} stock on stock.product_id = level.product_id
  join ${products} product on product.id = level.product_id
  where ${isForSaleSql('product')} and greatest(stock.available, 0) <> level.seen`

/** Whether the stock of a product that someone waits for is not as it was seen. */
export const isStockMoved = (): SQL => sql`exists (select ${movedLevels})`

/**
 * In one statement, of the products whose stock is not as it was seen: claims as many requests as units came, in the order of asking, and
 * deletes the levels that nobody waits for. Levels that another node is working on are left to it.
 */
const claimStatement = sql`
  with moved as materialized (
    select level.product_id, level.seen, greatest(stock.available, 0) as available ${movedLevels}
    order by level.product_id limit ${BATCH}
    for update of level skip locked
  ), due as (
    select request.user_id, moved.product_id
    from moved cross join lateral (
      select user_id from ${backInStockRequests} r where r.product_id = moved.product_id
      order by r.created_at, r.user_id limit greatest(moved.available - moved.seen, 0)
    ) request
  ), claimed as (
    delete from ${backInStockRequests} r using due
    where r.user_id = due.user_id and r.product_id = due.product_id
    returning r.user_id, r.product_id, r.created_at
  ), noted as (
    update ${backInStockLevels} level set seen = moved.available
    from moved where level.product_id = moved.product_id
  )
  select (select count(*)::int from moved) as moved, coalesce((
    select json_agg(json_build_object('email', u.email, 'productId', claimed.product_id) order by claimed.created_at)
    from claimed join ${users} u on u.id = claimed.user_id where u.delete_after is null
  ), '[]') as mails`

/** @returns how many products were looked at */
async function mailBatch(tx: Tx, { jobs, settings, origin }: Platform): Promise<number> {
  const [claimed] = await queryRows<{ moved: number; mails: DueRequest[] }>(tx, claimStatement)
  if (!claimed || claimed.moved === 0) return 0
  const { shopName } = settings.current
  const mails = claimed.mails.map(({ email, productId }) => ({
    recipient: email,
    // By id, which the page redirects to its address: the link is printed in the mail, and a slug would say what it is.
    props: { url: origin() + productPath({ slug: productId }), shopName },
  }))
  await queueMails(tx, jobs, backInStockMail, mails)
  return claimed.moved
}

/** Deletes the levels of products that nobody waits for. */
export async function deleteIdleLevels(db: Db): Promise<void> {
  await db.execute(sql`
    delete from ${backInStockLevels} where product_id in (
      select product_id from ${backInStockLevels} level
      where not exists (select from ${backInStockRequests} r where r.product_id = level.product_id)
      for update skip locked
    ) and not exists (
      select from ${backInStockRequests} r where r.product_id = ${backInStockLevels.productId}
    )`)
}
