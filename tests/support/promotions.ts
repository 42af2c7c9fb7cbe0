import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { z } from 'zod'
import { type AdminPromotion, createPromotion } from '../../src/shop/promotions/admin/contract.ts'
import { findDiscrepancies } from '../../src/backoffice/reconciliation/service.ts'
import { checkout } from '../../src/shop/checkout/contract.ts'
import { promotionUses } from '../../src/shop/promotions/table.ts'
import { addAddressFor } from './fixtures.ts'
import { openShop, type TestClient, type TestUser } from './shop.ts'

/** A promotion; 10 % off everything unless said otherwise. */
export async function addPromotion(
  admin: TestClient,
  promotion: Partial<z.input<typeof createPromotion.input>>,
): Promise<AdminPromotion> {
  const given = { title: 'Actie', kind: 'PERCENTAGE' as const, ...promotion }
  const isShare = given.kind === 'PERCENTAGE' || given.kind === 'BUNDLE'
  const percentage = isShare ? (promotion.percentage ?? 10) : null
  const { status, body } = await admin.call(createPromotion, { ...given, percentage })
  expect(body).toMatchObject({ title: given.title })
  expect(status).toBe(201)
  return body
}

/** The input that changes nothing. */
export const toChange = ({ id, version, ...fields }: AdminPromotion) => ({
  ...fields,
  promotionId: id,
  version,
})

let codes = 0
export const newCode = () => `CODE-${(codes += 1)}`

/** The inputs of the calls by which an admin changes promotions, for `auditedChanges`. */
export const auditedPromotionChanges = (who: { admin: TestUser }): Record<string, () => Promise<object>> => ({
  'POST /api/admin/promotions': () =>
    Promise.resolve({ title: 'Lente', code: newCode(), kind: 'PERCENTAGE', percentage: 10 }),
  'PUT /api/admin/promotions/:promotionId': async () => ({
    ...toChange(await addPromotion(who.admin, { code: newCode() })),
    title: 'Zomer',
  }),
  'DELETE /api/admin/promotions/:promotionId': async () =>
    toChange(await addPromotion(who.admin, { code: newCode() })),
})

interface Item {
  productId: string
  quantity: number
}

export const one = (productId: string, quantity = 1): Item[] => [{ productId, quantity }]

export type PromotionShop = Awaited<ReturnType<typeof openPromotionShop>>

/** A shop with a clock of its own, and the actions of tests of promotions in it. */
export async function openPromotionShop() {
  const stand = { clock: Date.parse('2026-11-25T12:00:00Z') }
  const shop = await openShop({ now: () => new Date(stand.clock) })
  const { db } = shop.node.platform
  const usesOf = (promotionId: string) =>
    db.select().from(promotionUses).where(eq(promotionUses.promotionId, promotionId))
  return Object.assign(stand, {
    shop,
    admin: await shop.newUser('ADMIN'),
    usesOf,
    stateOf: async (promotionId: string) => (await usesOf(promotionId)).map(({ state }) => state),
    async buyer() {
      const customer = await shop.newUser()
      return { customer, addressId: await addAddressFor(customer) }
    },
    order: (buyer: { customer: TestUser; addressId: string }, items: Item[], more: object = {}) =>
      buyer.customer.call(checkout, { items, addressId: buyer.addressId, ...more }),
    /** Apart from the refunds, which a job sends. */
    async booksAgree() {
      const found = await findDiscrepancies(db, new Date(stand.clock - 3_600_000))
      expect(found.filter(({ check }) => check !== 'refunds.unsent')).toEqual([])
    },
  })
}
