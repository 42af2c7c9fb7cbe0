import { expect } from 'vitest'
import { createGift, type NewGift } from '../../src/live/gifts/admin/contract.ts'
import { listGifts, purchaseGift } from '../../src/live/gifts/contract.ts'
import { paymentsOf } from './payments.ts'
import type { PaymentRow } from '../../src/money/payments/service.ts'
import type { TestUser, TestShop, TestClient } from './shop.ts'

/** A gift that an admin adds to a creator's list: by default for 25 euros, and once. */
export async function addGiftToList(
  admin: TestUser,
  ownerId: string,
  wish: Partial<NewGift> = {},
): Promise<{ id: string; name: string }> {
  const { status, body } = await admin.call(createGift, {
    name: 'Zijden kimono',
    price: 2500,
    ownerId,
    ...wish,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

export const findListedGift = async (viewer: Pick<TestClient, 'call'>, giftId: string) =>
  (await viewer.call(listGifts)).body.find(({ id }) => id === giftId)

/** Begins a gift purchase. */
export async function startGiftPurchase(
  shop: TestShop,
  buyer: Pick<TestClient, 'call'>,
  giftId: string,
  choice: object = {},
): Promise<{ purchaseId: string; paymentUrl: string; payment: PaymentRow }> {
  const { status, body } = await buyer.call(purchaseGift, { giftId, isAnonymous: false, ...choice })
  expect(status, JSON.stringify(body)).toBe(201)
  const [payment] = await paymentsOf(shop, body.purchaseId)
  return { ...body, payment: payment as PaymentRow }
}
