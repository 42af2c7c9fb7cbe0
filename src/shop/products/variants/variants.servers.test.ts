import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShopOnPostgres } from '../../../../tests/support/shopOnPostgres.ts'
import { iso } from '../../../../tests/support/sales.ts'
import type { TestShop, TestUser } from '../../../../tests/support/shop.ts'
import { addProductWithVariants } from '../../../../tests/support/variants.ts'
import { applyBulkEdit, createBulkEdit } from '../admin/bulk/contract.ts'
import { changeProduct, readAdminProduct, setProductSale } from '../admin/contract.ts'
import { setProductVariants } from '../admin/variants/contract.ts'
import { findDiscrepancies } from '../../../backoffice/reconciliation/service.ts'
import { queryRows } from '../../../platform/db/sql.ts'
import { applyDueSales } from '../prices/dueSales.service.ts'
import { holdStock, releaseStock } from '../stock/service.ts'
import { products } from '../catalog/table.ts'

let shop: TestShop
let admin: TestUser
const db = () => shop.node.platform.db
beforeAll(async () => {
  shop = await openShopOnPostgres()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const options = [{ name: 'maat', values: ['S', 'M', 'L'] }]
const addRobe = (stock = 50) =>
  addProductWithVariants(
    shop,
    options,
    [
      { values: ['S'], stock },
      { values: ['M'], stock, price: 2500 },
      { values: ['L'], stock, price: 3000 },
    ],
    { price: 2000 },
  )

/** Saves the grid as an admin sees it, with other prices. */
async function saveGrid(productId: string, more: number) {
  const { version, variants = [] } = (await admin.call(readAdminProduct, { productId })).body
  const rows = variants.map(({ id, values, price, stock, isActive }) => {
    const own = price === null ? null : price + more
    return { id, values, price: own, stock, stockSeen: stock, isActive }
  })
  return admin.call(setProductVariants, { productId, version, options, variants: rows })
}

const hold = (productIds: string[]) => {
  const orderId = randomUUID()
  const wanted = productIds.map(productId => ({ productId, quantity: 1 }))
  return db()
    .transaction(tx => holdStock(tx, orderId, wanted, new Date(Date.now() + 60_000)))
    .then(
      () => orderId,
      () => null,
    )
}

/** Products whose prices are not those of their cheapest active variant. */
const broken = () =>
  queryRows(
    db(),
    sql`
    select p.name, p.price, p.max_price, c.* from products p
      left join lateral (
        select min(v.price) as lowest, max(v.price) as dearest from products v where v.parent_id = p.id and v.is_active
      ) c on true
    where p.options is not null and (
      p.price <> coalesce(c.lowest, p.base_price) or p.max_price is distinct from nullif(c.dearest, c.lowest)
      or (p.regular_price, p.prior_price, p.sale_ends_at) is distinct from (
        select (v.regular_price, v.prior_price, v.sale_ends_at) from products v
        where v.parent_id = p.id and v.is_active order by v.price, v.position, v.id limit 1
      ) and c.lowest is not null
    )`,
  )

it('sells the last unit of a variant to one of a hundred buyers, while an admin saves the grid and a sale begins', async () => {
  const { product, variants } = await addRobe(1)
  const [small] = variants
  const sale = { productId: product.id, salePrice: 1500, endsAt: iso(Date.now() + 60_000) }
  const [, saved, onSale, ...orders] = await Promise.all([
    hold([variants[1]!.id]),
    saveGrid(product.id, 100),
    admin.call(setProductSale, sale),
    ...Array.from({ length: 100 }, () => hold([small!.id])),
  ])
  expect(onSale.status).toBe(200)
  // The grid, or the answer that another change came first.
  expect([200, 409]).toContain(saved.status)
  const won = orders.filter(order => order !== null)
  expect(won).toHaveLength(1)
  const [left] = await db().select().from(products).where(eq(products.id, small!.id))
  expect(left).toMatchObject({ stock: 1, reservedStock: 1, price: 1500 })
  await releaseStock(db(), won[0]!)
  expect(await broken()).toEqual([])
  expect(await findDiscrepancies(db(), new Date())).toEqual([])
})

it('changes prices of variants and of their products at once, without a deadlock', async () => {
  const robes = await Promise.all(Array.from({ length: 4 }, () => addRobe()))
  const parents = robes.map(({ product }) => product.id)
  const sold = robes.flatMap(({ variants }) => variants.map(({ id }) => id))
  const bulk = async (productIds: string[], cents: number) => {
    const change = { kind: 'PRICE_AMOUNT' as const, cents, rounding: 'CENT' as const }
    const { body } = await admin.call(createBulkEdit, { productIds, change })
    return admin.call(applyBulkEdit, { bulkId: body.id })
  }
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, round) => {
      const parent = parents[round % 4]!
      const some = [parent, sold[(round * 5) % sold.length]!, sold[(round * 7 + 3) % sold.length]!]
      const sale = {
        productId: some[1 + (round % 2)]!,
        salePrice: 900 + round,
        endsAt: iso(Date.now() + 150),
      }
      const held = await hold(sold.filter((id, at) => (at + round) % 3 === 0).reverse())
      const answered = await Promise.all([
        saveGrid(parent, round),
        bulk(some, round % 2 === 0 ? 10 : -10),
        admin.call(changeProduct, { productId: parents[(round + 1) % 4]!, price: 2000 + round }),
        admin.call(changeProduct, { productId: sold[round]!, price: 2100 + round }),
        admin.call(setProductSale, sale),
        applyDueSales(db(), new Date()).then(() => ({ status: 200 })),
      ])
      if (held) await releaseStock(db(), held)
      return answered
    }),
  )
  // 400: a sale that is not below the price of the moment.
  expect(answers.flat().filter(({ status }) => ![200, 400, 409].includes(status))).toEqual([])
  await applyDueSales(db(), new Date(Date.now() + 1000))
  expect(await broken()).toEqual([])
  expect(await findDiscrepancies(db(), new Date())).toEqual([])
})

it('whatever becomes of variants, gives their product the prices of the cheapest active one', async () => {
  const { product, variants } = await addRobe()
  const own = and(eq(products.parentId, product.id))
  const step = fc.record({
    variant: fc.nat(2),
    price: fc.integer({ min: 0, max: 5000 }),
    kind: fc.constantFrom('price', 'sale', 'off', 'on', 'base', 'all'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async steps => {
      for (const { variant, price, kind } of steps) {
        const one = eq(products.id, variants[variant]!.id)
        const noSale = { regularPrice: null, priorPrice: null, saleEndsAt: null }
        if (kind === 'price')
          await db()
            .update(products)
            .set({ price, ...noSale })
            .where(one)
        if (kind === 'all')
          await db()
            .update(products)
            .set({ price, ...noSale })
            .where(own)
        if (kind === 'off' || kind === 'on')
          await db()
            .update(products)
            .set({ isActive: kind === 'on' })
            .where(one)
        if (kind === 'base')
          await db().update(products).set({ basePrice: price }).where(eq(products.id, product.id))
        const saleEndsAt = new Date(Date.now() + 60_000)
        if (kind === 'sale')
          await db()
            .update(products)
            .set({ price, regularPrice: price + 100, priorPrice: null, saleEndsAt })
            .where(one)
        expect(await broken()).toEqual([])
      }
    }),
    { numRuns: 40 },
  )
})
