import { onTestFinished } from 'vitest'
import type { AdminProductDetail } from '../../src/shop/products/admin/contract.ts'
import type { Visitor } from './renderScreen.tsx'

export const SHELF = '/api/admin/products'
let made = 0

/** A product with a name of its own; inactive products change no list that other tests read. */
export async function makeProduct({ send }: Visitor, changes: object = {}): Promise<AdminProductDetail> {
  const [category] = await send<[{ id: string }]>('GET', '/api/categories')
  const name = `Proefkaars ${crypto.randomUUID().slice(0, 8)}${++made}`
  const product = { name, sku: name, price: 1000, stock: 4, categoryId: category.id, isActive: false }
  return send('POST', SHELF, { ...product, ...changes })
}

interface Stored {
  version: number
  settings: Record<string, unknown>
}

/** Changes the settings of the shop, until the test is over. */
export async function changeSettings({ send }: Visitor, changes: object): Promise<void> {
  const path = '/api/admin/settings'
  const { settings: before } = await send<Stored>('GET', path)
  const put = async (values: object) => {
    const { version, settings } = await send<Stored>('GET', path)
    return send('PUT', path, { ...settings, ...values, version })
  }
  onTestFinished(() => put(before).then(() => undefined))
  await put(changes)
}
