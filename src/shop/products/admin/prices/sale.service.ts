import type { z } from 'zod'
import { recordAuditEntry } from '../../../../people/audit/service.ts'
import { saleErrors } from '../../prices/sales.rules.ts'
import { applyDueSales } from '../../prices/dueSales.service.ts'
import { endSales, setSales } from '../../prices/sales.service.ts'
import type { Db, Tx } from '../../../../platform/db/db.ts'
import { Problem } from '../../../../wire/problem.ts'
import type { setProductSale } from '../contract.ts'
import { findFamilyIds, lockProduct, lockProductSales, lockSaleTargets } from '../variants/family.service.ts'
import { findAdminProduct, productNotFound } from '../list.service.ts'

async function lock(tx: Tx, productId: string) {
  const product = await lockProduct(tx, productId)
  if (!product) throw productNotFound()
  return product
}

const noVariantFollows = {
  salePrice: 'Alle varianten hebben een eigen prijs. Open een variant om die een actie te geven.',
}

/**
 * Gives a product a sale, or each of its variants that has no price of its own, in place of the one that is planned or runs.
 * @throws Problem NOT_FOUND; INVALID_INPUT for a price that is not lower, or a period that is over
 */
export async function startProductSale(
  db: Db,
  by: string,
  { productId, salePrice, ...period }: z.output<typeof setProductSale.input>,
  now: Date,
) {
  await applyDueSales(db, now, await findFamilyIds(db, productId))
  const startsAt = period.startsAt === undefined ? now : new Date(period.startsAt)
  const endsAt = new Date(period.endsAt)
  await db.transaction(async tx => {
    const product = await lock(tx, productId)
    const targets = await lockSaleTargets(tx, product)
    if (targets.length === 0) throw new Problem('INVALID_INPUT', { fields: noVariantFollows })
    const dearest = Math.max(...targets.map(({ regularPrice }) => regularPrice))
    const fields = saleErrors({ salePrice, startsAt, endsAt }, dearest, now)
    if (fields) throw new Problem('INVALID_INPUT', { fields })
    const sales = targets.map(target => ({ productId: target.productId, saleCents: salePrice }))
    await setSales(tx, by, sales, { startsAt, endsAt }, now)
    const details = { salePrice, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
    await recordAuditEntry(tx, { by, action: 'PRODUCT_SALE_SET', subjectId: productId, details })
  })
  return findAdminProduct(db, productId)
}

/** Ends the sale of a product that is planned or runs, and no sale that a variant alone has. @throws Problem NOT_FOUND when there is none */
export async function stopProductSale(db: Db, by: string, productId: string, now: Date) {
  await applyDueSales(db, now, await findFamilyIds(db, productId))
  await db.transaction(async tx => {
    const product = await lock(tx, productId)
    const ids = (await lockProductSales(tx, product)).map(target => target.productId)
    if ((await endSales(tx, by, ids, now)) === 0)
      throw new Problem('NOT_FOUND', { message: 'Dit product heeft nu geen actie.' })
    await recordAuditEntry(tx, { by, action: 'PRODUCT_SALE_ENDED', subjectId: productId })
  })
  return findAdminProduct(db, productId)
}
