import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { changeSettings, readSettings } from '../../money/settings/contract.ts'
import { createBulkEdit, exportProducts } from './bulk.contract.ts'
import { createCategory, createProduct, listAdminProducts, type ProductListPage } from './contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

it('says what is low by the setting, for the list, a bulk edit and the export', async () => {
  const { body: category } = await admin.call(createCategory, { name: 'Vazen' })
  const make = async (stock: number) => {
    const vase = { name: 'Vaas', sku: `V-${stock}`, price: 1495, stock, categoryId: category.id }
    return (await admin.call(createProduct, vase)).body
  }
  const few = await make(8)
  await make(9)
  const search = { categoryId: category.id, stock: 'low' } as const
  const setThreshold = async (lowStockThreshold: number) => {
    const { settings, version } = (await admin.call(readSettings)).body
    expect((await admin.call(changeSettings, { ...settings, lowStockThreshold, version })).status).toBe(200)
  }
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
  await setThreshold(0)
  expect(await found()).toEqual([0, 0, 0])
})
