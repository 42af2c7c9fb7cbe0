import { expect } from 'vitest'
import { createGift, type NewGift } from '../../src/live/gifts/admin.contract.ts'
import { listGifts, purchaseGift } from '../../src/live/gifts/contract.ts'
import { paymentsOf } from './payments.ts'
import type { PaymentRow } from '../../src/money/payments/service.ts'
import type { TestUser, TestShop, TestClient } from './shop.ts'

/** What a creator wishes for, put on the list by an admin: for 25 euros and once, unless told otherwise. */
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

/** Begins to give a gift. */
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
