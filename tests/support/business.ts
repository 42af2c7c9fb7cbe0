import { expect, vi } from 'vitest'
import { recheckNumbers } from '../../src/backoffice/vatCorrections/numberRecheck.service.ts'
import { findInvoice } from '../../src/money/invoices/service.ts'
import { purchaseMinutes } from '../../src/money/minutes/contract.ts'
import { checkVatNumber } from '../../src/money/vat/number.contract.ts'
import { vatNumberChecks } from '../../src/money/vat/table.ts'
import { createAddress } from '../../src/people/addresses/contract.ts'
import { checkout } from '../../src/shop/checkout/contract.ts'
import type { InputOf } from '../../src/wire/endpoint.ts'
import { completePayment, someAddress } from './fixtures.ts'
import type { TestShop, TestUser } from './shop.ts'

/** The simulator of VIES does not answer about it. */
export const UNANSWERED_NUMBER = 'NL004495445B99'

/** Orders as a Dutch business while VIES is away, pays, and waits for the invoice. */
export async function sellWhileViesIsAway(
  shop: TestShop,
  order: Pick<InputOf<typeof checkout>, 'items'> & Partial<InputOf<typeof checkout>>,
): Promise<{ customer: TestUser; orderId: string }> {
  const customer = await shop.newUser()
  const { body: address } = await customer.call(createAddress, { ...someAddress, country: 'Nederland' })
  await customer.call(checkVatNumber, { vatNumber: UNANSWERED_NUMBER })
  const { status, body } = await customer.call(checkout, {
    addressId: address.id,
    business: { name: 'Sintel bv', vatNumber: UNANSWERED_NUMBER },
    ...order,
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  if (body.paymentUrl) await customer.request('GET', await completePayment(body.paymentUrl, 'paid'))
  const { orderId } = body
  await vi.waitFor(async () => expect(await findInvoice(shop.node.platform.db, orderId)).toBeDefined(), {
    timeout: 20_000,
    interval: 50,
  })
  return { customer, orderId }
}

/** VIES is there again, and answers. */
export const answerOfVies = (shop: TestShop, isValid: boolean): Promise<void> =>
  recheckNumbers(shop.node.platform, () =>
    Promise.resolve({ isValid, name: null, consultation: isValid ? 'WAPI1' : null }),
  )

/** Buys the quick package of minutes as a Dutch business while VIES is away, pays, and waits for the invoice. */
export async function sellMinutesWhileViesIsAway(
  shop: TestShop,
): Promise<{ customer: TestUser; purchaseId: string }> {
  const customer = await shop.newUser()
  // An answer of VIES in an earlier test would make it a sale without VAT.
  await shop.node.platform.db.delete(vatNumberChecks)
  await customer.call(checkVatNumber, { vatNumber: UNANSWERED_NUMBER })
  const business = { name: 'Sintel bv', vatNumber: UNANSWERED_NUMBER }
  const { status, body } = await customer.call(purchaseMinutes, {
    packageId: 'quick',
    minutes: 5,
    price: 1000,
    business,
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  const { purchaseId } = body
  await vi.waitFor(async () => expect(await findInvoice(shop.node.platform.db, purchaseId)).toBeDefined(), {
    timeout: 20_000,
    interval: 50,
  })
  return { customer, purchaseId }
}
