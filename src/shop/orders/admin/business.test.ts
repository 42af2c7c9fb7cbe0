import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct, completePayment, someAddress } from '../../../../tests/support/fixtures.ts'
import { accessPointOf, belgianVatNumber } from '../../../../tests/support/peppol.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { createAddress } from '../../../people/addresses/contract.ts'
import { checkout } from '../../checkout/contract.ts'
import { readAdminOrder, refundOrder } from './contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ env: { SELLER_COUNTRY: 'BE', SELLER_VAT_NUMBER: 'BE0403170701' } })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

async function order(business?: { name: string; vatNumber: string }): Promise<string> {
  const customer = await shop.newUser()
  const { id: productId } = await addProduct(shop, { price: 12_100 })
  const address = { ...someAddress, postalCode: '1000', country: 'België' }
  const { id: addressId } = (await customer.call(createAddress, address)).body
  const items = [{ productId, quantity: 1 }]
  const { body } = await customer.call(checkout, { items, addressId, ...(business && { business }) })
  await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  return body.orderId
}
const read = async (orderId: string) => (await admin.call(readAdminOrder, { orderId })).body
const peppolOf = async (orderId: string) =>
  (await read(orderId)).invoices.map(({ kind, peppol }) => `${kind} ${peppol?.status ?? 'none'}`)

it('the order of a Belgian business names it, and its invoice and credit note go over Peppol', async () => {
  const business = { name: 'Sintel bv', vatNumber: belgianVatNumber() }
  const orderId = await order(business)
  expect((await read(orderId)).business).toEqual(business)
  await expect.poll(() => peppolOf(orderId), { timeout: 20_000 }).toEqual(['INVOICE DELIVERED'])
  await admin.call(refundOrder, { orderId, amount: 500, reason: 'Doos beschadigd' })
  await expect
    .poll(() => peppolOf(orderId), { timeout: 20_000 })
    .toEqual(['INVOICE DELIVERED', 'CREDIT_NOTE DELIVERED'])
  const [invoice, creditNote] = (await read(orderId)).invoices
  const accessPoint = accessPointOf(shop)
  const [sent] = await accessPoint.submissionsOf(creditNote?.number ?? '')
  expect(sent?.receiver).toBe(`BE:EN ${business.vatNumber.slice(2)}`)
  expect(sent?.document).toContain('<CreditNote xmlns=')
  expect(sent?.document).toContain(`<cac:InvoiceDocumentReference><cbc:ID>${invoice?.number}</cbc:ID>`)
  expect(await accessPoint.submissionsOf(invoice?.number ?? '')).toHaveLength(1)
})

it('those of consumers and of businesses elsewhere do not', async () => {
  const [consumer, dutch] = [await order(), await order({ name: 'Sintel bv', vatNumber: 'NL004495445B01' })]
  for (const orderId of [consumer, dutch])
    await expect.poll(() => peppolOf(orderId), { timeout: 20_000 }).toEqual(['INVOICE none'])
  expect((await read(consumer)).business).toBeNull()
  expect((await read(dutch)).business).toEqual({ name: 'Sintel bv', vatNumber: 'NL004495445B01' })
})
