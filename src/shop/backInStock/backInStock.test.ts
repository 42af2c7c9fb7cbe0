import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeProduct } from '../products/admin/contract.ts'
import { openAdminShop, type AdminShop } from '../../../tests/support/adminShop.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { readMails } from '../../../tests/support/renderedMails.ts'
import type { TestUser } from '../../../tests/support/shop.ts'
import { addProductWithVariants } from '../../../tests/support/variants.ts'
import { mails } from '../../platform/db/table.ts'
import { readProduct } from '../products/catalog/contract.ts'
import { products } from '../products/catalog/table.ts'
import {
  backInStockMail,
  cancelBackInStock,
  listBackInStockRequests,
  requestBackInStock,
} from './contract.ts'
import { deleteIdleLevels, mailBackInStock } from './service.ts'
import { backInStockLevels } from './table.ts'

let office: AdminShop
let crowd: TestUser[]
beforeAll(async () => {
  office = await openAdminShop()
  crowd = []
  for (let count = 0; count < 4; count += 1) crowd.push(await office.shop.newUser())
})
afterAll(() => office.shop.close())

const db = () => office.shop.node.platform.db
const run = () => mailBackInStock(office.shop.node.platform)
const ask = (user: TestUser | undefined, productId: string) => {
  office.clock.at += 1000
  return (user as TestUser).call(requestBackInStock, { productId })
}
const setStock = (productId: string, stock: number) => office.admin.call(changeProduct, { productId, stock })
/** Whom of the crowd a mail about this product was queued for. */
const mailedAbout = async ({ id }: { id: string }) => {
  const sent = await db().select().from(mails).where(eq(mails.template, backInStockMail.name))
  const own = sent.filter(({ props }) => (props as { url: string }).url.endsWith(`/shop/${id}`))
  return own
    .map(({ recipient }) => crowd.findIndex(({ user }) => user.email === recipient))
    .toSorted((one, two) => one - two)
}

describe('a mail when it is there again', () => {
  it('goes to as many as units came, in the order of asking, and once', async () => {
    const product = await addProduct(office.shop, { stock: 0 })
    for (const index of [2, 0, 1, 3]) expect((await ask(crowd[index], product.id)).status).toBe(204)
    await ask(crowd[2], product.id)
    await run()
    expect(await mailedAbout(product)).toEqual([])
    await setStock(product.id, 2)
    await run()
    await run()
    expect(await mailedAbout(product)).toEqual([0, 2])
    // Bought, and more came, before the job ran again.
    await setStock(product.id, 0)
    await setStock(product.id, 1)
    await run()
    expect(await mailedAbout(product)).toEqual([0, 1, 2])
    // Sold: nobody is told of less.
    await setStock(product.id, 0)
    await run()
    await setStock(product.id, 5)
    await run()
    expect(await mailedAbout(product)).toEqual([0, 1, 2, 3])
    await deleteIdleLevels(db())
    expect(await db().$count(backInStockLevels, eq(backInStockLevels.productId, product.id))).toBe(0)
  })

  it('is not for stock held for an unpaid order, nor for a product that is not sold', async () => {
    const product = await addProduct(office.shop, { stock: 1, reservedStock: 1 })
    expect((await ask(crowd[0], product.id)).status).toBe(204)
    await db().update(products).set({ isActive: false, reservedStock: 0 }).where(eq(products.id, product.id))
    await run()
    expect(await mailedAbout(product)).toEqual([])
    await db().update(products).set({ isActive: true }).where(eq(products.id, product.id))
    await run()
    expect(await mailedAbout(product)).toEqual([0])
  })

  it('waits while the product of a variant is off, and keeps the request', async () => {
    const { product, variants } = await addProductWithVariants(
      office.shop,
      [{ name: 'maat', values: ['S'] }],
      [{ values: ['S'], stock: 0 }],
    )
    const [variant] = variants as [(typeof variants)[number]]
    expect((await ask(crowd[1], variant.id)).status).toBe(204)
    const setActive = (isActive: boolean) =>
      db().update(products).set({ isActive }).where(eq(products.id, product.id))
    await setActive(false)
    await db().update(products).set({ stock: 3 }).where(eq(products.id, variant.id))
    await run()
    expect(await mailedAbout(variant)).toEqual([])
    await setActive(true)
    await run()
    expect(await mailedAbout(variant)).toEqual([1])
  })

  it('names the product in no part of it, and its link leads there', async () => {
    const product = await addProduct(office.shop, { stock: 0, name: 'Kimono Aurore', slug: 'kimono-aurore' })
    const someone = await office.shop.newUser()
    await ask(someone, product.id)
    await setStock(product.id, 1)
    await run()
    const [mail = '', ...more] = await readMails(office.shop, someone.user.email, backInStockMail.name)
    expect(more).toEqual([])
    expect(mail).toContain(`/shop/${product.id}`)
    expect(mail).not.toMatch(/kimono|aurore/i)
    expect((await someone.call(readProduct, { idOrSlug: product.id })).body.slug).toBe('kimono-aurore')
  })

  it('is taken back by pressing again, and listed until then', async () => {
    const product = await addProduct(office.shop, { stock: 0 })
    const [one, two] = crowd as [TestUser, TestUser]
    await ask(one, product.id)
    await ask(two, product.id)
    const list = async () => (await one.call(listBackInStockRequests)).body.map(({ productId }) => productId)
    expect(await list()).toContain(product.id)
    expect((await one.call(cancelBackInStock, { productId: product.id })).status).toBe(204)
    expect(await list()).not.toContain(product.id)
    await setStock(product.id, 1)
    await run()
    expect(await mailedAbout(product)).toEqual([1])
  })

  it('is refused for a product that is there, and for one that does not exist', async () => {
    const { id } = await addProduct(office.shop, { stock: 1 })
    expect(await ask(crowd[0], id)).toMatchObject({ status: 409, body: { code: 'IN_STOCK' } })
    const unknown = '01890000-0000-7000-8000-000000000001'
    expect(await ask(crowd[0], unknown)).toMatchObject({ status: 404 })
    expect(await ask(crowd[0], 'iets')).toMatchObject({ status: 404 })
  })
})
