import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { createBulkEdit, exportProducts, readBulkEdit } from './bulk/contract.ts'
import { planBulkEdit } from './bulk/service.ts'
import { createCategory, createProduct, listAdminProducts, type ProductListPage } from './contract.ts'
import { bulkEdits } from './table.ts'
import { changeSettings, readSettings } from '../../../money/settings/admin/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const setThreshold = async (lowStockThreshold: number) => {
  const { settings, version } = (await admin.call(readSettings)).body
  expect((await admin.call(changeSettings, { ...settings, lowStockThreshold, version })).status).toBe(200)
}

it('says what is low by the setting, for the list, a bulk edit and the export', async () => {
  const { body: category } = await admin.call(createCategory, { name: 'Vazen' })
  const make = async (stock: number) => {
    const vase = { name: 'Vaas', sku: `V-${stock}`, price: 1495, stock, categoryId: category.id }
    return (await admin.call(createProduct, vase)).body
  }
  const few = await make(8)
  await make(9)
  await make(0)
  const search = { categoryId: category.id, stock: 'low' } as const
  const found = async () => {
    const { body } = await admin.call(listAdminProducts, { ...search, page: 1 })
    const change = { kind: 'ACTIVE', active: true } as const
    const bulk = await admin.call(createBulkEdit, { search: { q: '', ...search }, change })
    const { body: csv } = await admin.request('GET', `${exportProducts.path}?${new URLSearchParams(search)}`)
    const lines = String(csv).trim().split('\n')
    return [(body as ProductListPage).total, bulk.body.total ?? 0, lines.length - 1]
  }
  expect(await found()).toEqual([0, 0, 0])
  await setThreshold(8)
  expect(await found()).toEqual([1, 1, 1])
  const { body } = await admin.call(listAdminProducts, search)
  expect(body).toMatchObject([{ id: few.id }])
  const level = async (stock: 'low' | 'enough' | 'out') =>
    ((await admin.call(listAdminProducts, { ...search, stock, page: 1 })).body as ProductListPage).total
  await setThreshold(0)
  expect(await found()).toEqual([0, 0, 0])
  expect([await level('low'), await level('enough'), await level('out')]).toEqual([0, 2, 1])
})

it('a bulk edit takes the products that were low when it was made, also when it is planned later', async () => {
  const { db } = shop.node.platform
  await setThreshold(8)
  const search = { q: 'Vaas', stock: 'low' } as const
  const { body } = await admin.call(createBulkEdit, { search, change: { kind: 'ACTIVE', active: false } })
  expect(body.total).toBe(1)
  await setThreshold(9)
  await db.update(bulkEdits).set({ state: 'CHECKING' }).where(eq(bulkEdits.id, body.id))
  await planBulkEdit({ db }, body.id)
  expect((await admin.call(readBulkEdit, { bulkId: body.id })).body.total).toBe(1)
})
