import { randomUUIDv7 } from 'node:crypto'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/db.ts'
import { isAnyOf } from '../../../platform/db/sql.ts'
import { products } from '../catalog/table.ts'
import type { PriceSource, SaleState } from './contract.ts'
import { recordPrices } from './history.service.ts'
import {
  begunSales,
  findOpenSales,
  priceColumns,
  setStates,
  writePrices,
  type StartingSale,
} from './salePrices.service.ts'
import { withSaleEnded, type ProductPrices } from './sales.rules.ts'
import { productSales } from './table.ts'

export interface SalePeriod {
  startsAt: Date
  endsAt: Date
}

/**
 * Gives products a sale, in place of one that is planned or runs; begins it when it is due. A sale that goes on for the same
 * price only gets another end, and is announced against the same price as before.
 * @param sales with a price below the regular one. The caller's transaction has locked these products, and applied their due
 * sales.
 */
export async function setSales(
  tx: Tx,
  by: string,
  sales: { productId: string; saleCents: number }[],
  { startsAt, endsAt }: SalePeriod,
  now: Date,
): Promise<void> {
  if (sales.length === 0) return
  const begins = startsAt <= now
  const open = await findOpenSales(
    tx,
    sales.map(({ productId }) => productId),
  )
  const goesOn = ({ productId, saleCents }: (typeof sales)[number]): boolean => {
    const present = open.get(productId)?.sale
    return begins && present?.state === 'RUNNING' && present.saleCents === saleCents
  }
  const prolonged = sales.filter(goesOn).map(({ productId }) => productId)
  const others = sales.filter(sale => !goesOn(sale))
  if (prolonged.length > 0) {
    await tx.update(products).set({ saleEndsAt: endsAt }).where(isAnyOf(products.id, prolonged))
    await tx
      .update(productSales)
      .set({ endsAt })
      .where(and(isAnyOf(productSales.productId, prolonged), isNotNull(productSales.dueAt)))
  }
  await endSales(
    tx,
    by,
    others.map(({ productId }) => productId),
    now,
  )
  if (others.length === 0) return
  const rows = others.map(sale => ({
    ...sale,
    startsAt: begins ? now : startsAt,
    endsAt,
    state: begins ? ('RUNNING' as const) : ('PLANNED' as const),
    actorId: by,
  }))
  await insertSales(tx, rows)
  if (!begins) return
  const present = await findPrices(tx, rows)
  await writePrices(tx, by, await begunSales(tx, present))
}

/** In one statement for any number of sales. */
async function insertSales(tx: Tx, sales: (StartingSale & { state: SaleState; actorId: string })[]) {
  const rows = sales.map(sale => ({ ...sale, id: randomUUIDv7() }))
  await tx.execute(sql`
    insert into ${productSales} (id, product_id, sale_cents, starts_at, ends_at, state, actor_id)
    select id, "productId", "saleCents", "startsAt", "endsAt", state, "actorId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sale(
      id uuid, "productId" uuid, "saleCents" int, "startsAt" timestamptz, "endsAt" timestamptz, state text, "actorId" uuid
    )`)
}

async function findPrices(tx: Tx, sales: StartingSale[]) {
  const ids = sales.map(({ productId }) => productId)
  const rows = await tx
    .select({ id: products.id, ...priceColumns })
    .from(products)
    .where(isAnyOf(products.id, ids))
  const byId = new Map(rows.map(({ id, ...prices }) => [id, prices]))
  return sales.flatMap(sale => {
    const prices = byId.get(sale.productId)
    return prices ? [{ sale, prices }] : []
  })
}

/**
 * Ends the sales of products now, whether they are planned or run. The caller's transaction has locked these products.
 * @returns how many there were
 */
export async function endSales(tx: Tx, by: string, productIds: string[], now: Date): Promise<number> {
  const open = [...(await findOpenSales(tx, productIds)).values()]
  const running = open.filter(({ sale }) => sale.state === 'RUNNING')
  await writePrices(
    tx,
    by,
    running.map(({ sale: { productId }, prices: before }) => ({
      productId,
      before,
      after: withSaleEnded(before),
      at: now,
    })),
  )
  await setStates(
    tx,
    running.map(({ sale }) => sale.id),
    'ENDED',
  )
  const planned = open.filter(({ sale }) => sale.state === 'PLANNED')
  await setStates(
    tx,
    planned.map(({ sale }) => sale.id),
    'CANCELLED',
  )
  return open.length
}

/**
 * Records admins' changes of regular prices, in the history and for the sales that they ended. The caller locks and writes the
 * products themselves.
 * @param changes with `becomesOwn` for a variant that had the price of its product: it leaves a sale that is planned, too
 */
export async function recordRegularPrices(
  tx: Tx,
  changes: { productId: string; before: ProductPrices; after: ProductPrices; becomesOwn?: boolean }[],
  origin: { by: string; source: PriceSource },
): Promise<void> {
  const moved = changes.map(({ productId, before, after }) => ({
    productId,
    from: before.price,
    to: after.price,
  }))
  await recordPrices(tx, moved, origin)
  const ended = changes.filter(
    ({ before, after }) => before.regularPrice !== null && after.regularPrice === null,
  )
  await closeSales(tx, ended, 'RUNNING', 'ENDED')
  const left = changes.filter(({ becomesOwn }) => becomesOwn)
  await closeSales(tx, left, 'PLANNED', 'CANCELLED')
}

async function closeSales(tx: Tx, changes: { productId: string }[], from: SaleState, to: SaleState) {
  if (changes.length === 0) return
  const ids = changes.map(({ productId }) => productId)
  await tx
    .update(productSales)
    .set({ state: to })
    // Its index is of those that are due.
    .where(
      and(isAnyOf(productSales.productId, ids), eq(productSales.state, from), isNotNull(productSales.dueAt)),
    )
}
