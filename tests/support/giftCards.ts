import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { readGiftCardCode } from '../../src/money/credit/giftCards/service.ts'
import { creditAccounts } from '../../src/money/credit/table.ts'
import { findDiscrepancies } from '../../src/backoffice/reconciliation/service.ts'
import { setGiftCard } from '../../src/shop/downloads/admin/contract.ts'
import { addProduct } from './fixtures.ts'
import type { TestShop, TestUser } from './shop.ts'
import { blockGiftCard, createGiftCard } from '../../src/money/credit/admin/contract.ts'

/** A product that is sold as gift cards, by default of 50 euros. */
export async function addGiftCardProduct(
  shop: TestShop,
  admin: Pick<TestUser, 'call'>,
  price = 5000,
): Promise<string> {
  const { id } = await addProduct(shop, { price, shippingCost: 0, showShippingOptions: false, stock: 1000 })
  const { status } = await admin.call(setGiftCard, { productId: id, isGiftCard: true })
  expect(status).toBe(200)
  return id
}

/** A gift card that an admin gives, with its code. */
export async function giveCard(
  shop: TestShop,
  admin: Pick<TestUser, 'call'>,
  value: number,
): Promise<{ id: string; code: string }> {
  const gift = { value, recipientEmail: 'sam@gloed.test', reason: 'test' }
  const { status, body } = await admin.call(createGiftCard, gift)
  expect(status).toBe(201)
  return { id: body.id, code: await codeOf(shop, body.id) }
}

export const codeOf = async (shop: TestShop, cardId: string): Promise<string> =>
  (await readGiftCardCode(shop.node.platform, cardId)) as string

/** Ends a card a second ago. */
export const expireCard = (shop: TestShop, cardId: string) =>
  shop.node.platform.db
    .update(creditAccounts)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(creditAccounts.id, cardId))

/** The findings of the reconciliation about money and credit. */
export async function findMoneyDiscrepancies(shop: TestShop, at = new Date()) {
  const found = await findDiscrepancies(shop.node.platform.db, new Date(at.getTime() - 3_600_000))
  return found.filter(({ check }) =>
    /^(credit|orders|minutes|payments|refunds|stock|promotions)\./.test(check),
  )
}

/** The inputs of the calls by which an admin changes cards and credit, for `auditedChanges`. */
export function auditedCreditChanges(
  control: { shop: TestShop },
  who: { admin: TestUser; customer: TestUser },
): Record<string, () => Promise<object>> {
  const card = async () => ({
    cardId: (await giveCard(control.shop, who.admin, 1000)).id,
    reason: 'Voor mevrouw de Wit',
  })
  return {
    'POST /api/admin/earnings/shares': async () => ({
      creatorId: (await control.shop.newUser('MODEL')).user.id,
      source: 'MINUTES',
      basisPoints: 6500,
      deductsFee: true,
      freeMinuteCents: null,
    }),
    'POST /api/admin/gift-cards': () =>
      Promise.resolve({ value: 1000, recipientEmail: 'sam@gloed.test', reason: 'Voor mevrouw de Wit' }),
    'POST /api/admin/gift-cards/:cardId/block': card,
    'POST /api/admin/gift-cards/:cardId/unblock': async () => {
      const made = await card()
      await who.admin.call(blockGiftCard, made)
      return made
    },
    'POST /api/admin/gift-cards/:cardId/send': card,
    'POST /api/admin/users/:userId/store-credit': () =>
      Promise.resolve({ userId: who.customer.user.id, amount: 500, reason: 'Voor mevrouw de Wit' }),
  }
}
