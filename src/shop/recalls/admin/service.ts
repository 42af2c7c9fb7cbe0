import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { contactEmail } from '../../../people/accounts/guest.service.ts'
import { users } from '../../../people/accounts/table.ts'
import { countryCode } from '../../../wire/countries.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { type IdempotencyKey, runOnce } from '../../../platform/db/idempotency.ts'
import { queueMails } from '../../../platform/mail/mail.ts'
import type { Platform } from '../../../platform/platform.ts'
import { onlyRow, qualified, queryRows, sqlTimestamp } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import { economicOperators, productSafety } from '../../products/safety/table.ts'
import { products } from '../../products/catalog/table.ts'
import { imageUrlSql } from '../../products/variants/service.ts'
import { orderItems, orders } from '../../orders/table.ts'
import { RECALLS_PATH, recallMail } from '../contract.ts'
import { identificationLines, remedyText, toFrench } from '../rules.ts'
import { newestFirst } from '../service.ts'
import { recallNotices, recalls } from '../table.ts'
import type { countRecallBuyers, listRecallNotices, publishRecall } from './contract.ts'

type Sold = z.output<typeof countRecallBuyers.input>

/**
 * The buyers of a product or of its variants: whoever paid for it on these days, with the newest such order. Of cancelled
 * orders those that were sent before; refunded ones may have been kept.
 */
const buyersSql = ({ productId, startsOn, endsOn }: Sold): SQL => sql`
  select distinct on (o.user_id) o.user_id as "userId", o.id as "orderId"
  from ${orders} o join ${orderItems} i on i.order_id = o.id join ${products} p on p.id = i.product_id
    join ${users} u on u.id = o.user_id
  where (p.id = ${productId}::uuid or p.parent_id = ${productId}::uuid) and u.erased_at is null
    and (o.status <> 'CANCELLED' or o.shipped_at is not null)
    and (o.paid_at at time zone 'Europe/Brussels')::date between ${startsOn}::date and ${endsOn}::date
  order by o.user_id, o.paid_at desc`

export async function countBuyers(db: Db, sold: Sold): Promise<{ buyers: number }> {
  const rows = await queryRows<{ buyers: number }>(
    db,
    sql`select count(*)::int as buyers from (${buyersSql(sold)}) buyers`,
  )
  return onlyRow(rows)
}

const adminColumns = {
  buyers: sql<number>`(select count(*)::int from ${recallNotices} n where n.recall_id = "recalls"."id")`,
  readers: sql<number>`(select count(n.read_at)::int from ${recallNotices} n where n.recall_id = "recalls"."id")`,
}

export async function findAdminRecalls(db: Db, where?: SQL) {
  const rows = await db
    .select({ recall: recalls, ...adminColumns })
    .from(recalls)
    .where(where)
    .orderBy(...newestFirst)
  return rows.map(({ recall, ...counts }) => ({ ...recall, ...counts }))
}

/**
 * Publishes a recall and mails each buyer, in one transaction, once per idempotency key.
 * @throws Problem NOT_FOUND for an unknown product; INVALID_INPUT when nobody bought it in these days
 */
export const publish = (
  platform: Platform,
  key: IdempotencyKey,
  input: z.output<typeof publishRecall.input>,
) =>
  platform.db.transaction(async tx => {
    const id = await runOnce(tx, key, recallId => addRecall(tx, platform, key.userId, recallId, input))
    return onlyRow(await findAdminRecalls(tx, eq(recalls.id, id)))
  })

async function addRecall(
  tx: Tx,
  platform: Platform,
  by: string,
  id: string,
  input: z.output<typeof publishRecall.input>,
): Promise<void> {
  const now = platform.now()
  const { productId, remedyException, remedyExceptionFr, ...texts } = input
  const hasOneRemedy = input.remedies.length === 1
  const { name, imageUrl, manufacturer, model } = await readRecalled(tx, productId)
  const brand = input.brand ?? manufacturer
  if (brand === null)
    throw new Problem('INVALID_INPUT', {
      fields: { brand: 'Vul het merk in: bij dit product staat nog niet wie het maakt.' },
    })
  await tx.insert(recalls).values({
    ...texts,
    id,
    productId,
    productName: name,
    imageUrl,
    brand,
    model,
    remedyException: hasOneRemedy ? remedyException : null,
    remedyExceptionFr: hasOneRemedy ? remedyExceptionFr : null,
    publishedAt: now,
  })
  await tx.execute(sql`
    insert into ${recallNotices} (id, recall_id, user_id, order_id, mailed_at)
    select gen_random_uuid(), ${id}::uuid, "userId", "orderId", ${sqlTimestamp(now)} from (${buyersSql(input)}) buyers`)
  const buyers = await mailNotices(tx, platform, eq(recallNotices.recallId, id))
  // So a recalled product was ordered, and is never deleted.
  if (buyers === 0)
    throw new Problem('INVALID_INPUT', { fields: { productId: 'Niemand kocht dit in deze dagen.' } })
  await recordAuditEntry(tx, {
    by,
    action: 'RECALL_PUBLISHED',
    subjectId: id,
    details: { productId, buyers },
  })
}

/**
 * Reads the data of a product for a notice: its own, or that of the product whose variant it is. Whoever changes or removes it waits,
 * so that its picture is kept with an order of it.
 * @throws Problem NOT_FOUND
 */
async function readRecalled(tx: Tx, productId: string) {
  const [product] = await tx
    .select({
      name: products.name,
      imageUrl: imageUrlSql(),
      safetyId: sql<string>`coalesce(${products.parentId}, ${products.id})`,
    })
    .from(products)
    .where(eq(products.id, productId))
    .for('share')
  if (!product) throw new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
  const [safety] = await tx
    .select({ manufacturer: economicOperators.name, model: productSafety.model })
    .from(productSafety)
    .innerJoin(economicOperators, eq(economicOperators.id, productSafety.manufacturerId))
    .where(eq(productSafety.productId, product.safetyId))
  return { ...product, manufacturer: safety?.manufacturer ?? null, model: safety?.model ?? null }
}

/** @returns how many were mailed */
async function mailNotices(tx: Tx, { jobs, settings, origin }: Platform, where: SQL): Promise<number> {
  const found = await tx
    .select({
      noticeId: recallNotices.id,
      recipient: contactEmail,
      recall: recalls,
      country: orders.shippingCountry,
    })
    .from(recallNotices)
    .innerJoin(recalls, eq(recalls.id, recallNotices.recallId))
    .innerJoin(users, eq(users.id, recallNotices.userId))
    .innerJoin(orders, eq(orders.id, recallNotices.orderId))
    .where(where)
  const url = origin() + RECALLS_PATH
  const { shopName } = settings.current
  const messages = found.map(({ noticeId, recipient, recall, country }) => {
    const french = countryCode(country ?? '') === 'BE' ? toFrench(recall) : null
    const { productName, startsOn, endsOn, hazard, action } = recall
    return {
      recipient,
      props: {
        noticeId,
        productName,
        startsOn,
        endsOn,
        identification: identificationLines(recall),
        hazard,
        action,
        remedy: remedyText(recall),
        french: french && {
          identification: identificationLines(french, 'fr'),
          hazard: french.hazard,
          action: french.action,
          remedy: remedyText(french, 'fr'),
        },
        url,
        shopName,
      },
    }
  })
  if (messages.length > 0) await queueMails(tx, jobs, recallMail, messages)
  return messages.length
}

/** Finds the recipients of a notice, first those who have not read it. @throws Problem NOT_FOUND */
export async function findNotices(
  db: Db,
  { recallId, page, pageSize }: z.output<typeof listRecallNotices.input>,
) {
  await assertRecall(db, recallId)
  const own = eq(recallNotices.recallId, recallId)
  const items = await db
    .select({
      id: recallNotices.id,
      displayName: users.displayName,
      orderId: orders.id,
      orderNumber: orders.number,
      mailedAt: recallNotices.mailedAt,
      readAt: recallNotices.readAt,
    })
    .from(recallNotices)
    .innerJoin(users, eq(users.id, recallNotices.userId))
    .innerJoin(orders, eq(orders.id, recallNotices.orderId))
    .where(own)
    .orderBy(sql`${recallNotices.readAt} is not null`, orders.number)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items, total: await db.$count(recallNotices, own), page, pageSize }
}

async function assertRecall(db: Db, recallId: string): Promise<void> {
  if ((await db.$count(recalls, eq(recalls.id, recallId))) === 0)
    throw new Problem('NOT_FOUND', { message: 'Deze terugroepactie bestaat niet.' })
}

/** Hours between two mails to the same buyer. */
const REMIND_AFTER_HOURS = sql.raw('24')

/** Mails those again who have not read it; of two admins at once one mails. @throws Problem NOT_FOUND */
export const remind = (platform: Platform, by: string, recallId: string): Promise<{ mailed: number }> =>
  platform.db.transaction(async tx => {
    await assertRecall(tx, recallId)
    const now = sqlTimestamp(platform.now())
    const due = await tx
      .update(recallNotices)
      .set({ mailedAt: platform.now() })
      .where(
        and(
          eq(recallNotices.recallId, recallId),
          isNull(recallNotices.readAt),
          sql`${recallNotices.mailedAt} <= ${now} - ${REMIND_AFTER_HOURS} * interval '1 hour'`,
          sql`not exists (select from ${users} u where u.id = ${qualified(recallNotices.userId)} and u.erased_at is not null)`,
        ),
      )
      .returning({ id: recallNotices.id })
    if (due.length === 0) return { mailed: 0 }
    const ids = JSON.stringify(due.map(({ id }) => id))
    const mailed = await mailNotices(
      tx,
      platform,
      sql`${recallNotices.id} in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`,
    )
    await recordAuditEntry(tx, { by, action: 'RECALL_REMINDED', subjectId: recallId, details: { mailed } })
    return { mailed }
  })
