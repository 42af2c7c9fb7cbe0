import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  addAddressFor,
  addProduct,
  buyProduct,
  completePayment,
  someAddress,
} from '../../../tests/support/fixtures.ts'
import { openSmtpServer, type TestSmtpServer } from '../../../tests/support/smtpServer.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { createAddress } from '../../people/addresses/contract.ts'
import { checkout } from '../checkout/contract.ts'
import { readOrder } from './contract.ts'
import { changeSettings, readSettings } from '../../money/settings/admin/contract.ts'

let mailbox: TestSmtpServer
let shop: TestShop
let admin: TestUser
const now = new Date('2026-11-30T10:00:00Z')
const patience = { timeout: 15_000, interval: 50 }
const weekdays = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true }
beforeAll(async () => {
  mailbox = await openSmtpServer()
  shop = await openShop({ now: () => now, env: { SMTP_URL: mailbox.url } })
  admin = await shop.newUser('ADMIN')
})
afterAll(async () => {
  await shop.close()
  await mailbox.close()
})

async function setDelivery(delivery: object | null) {
  const { settings, version } = (await admin.call(readSettings)).body
  return admin.call(changeSettings, { ...settings, delivery, version })
}

/** An order that is paid later. */
async function order(customer: TestUser, addressId: string) {
  const { id: productId } = await addProduct(shop)
  const { body } = await customer.call(checkout, { items: [{ productId, quantity: 1 }], addressId })
  const read = async () => (await customer.call(readOrder, { orderId: body.orderId })).body
  return { read, pay: () => completePayment(body.paymentUrl as string, 'paid') }
}
const mailTo = async (customer: TestUser): Promise<string> => {
  const find = () =>
    mailbox.received.findLast(
      ({ to, text }) => to?.[0]?.address === customer.user.email && text?.includes('betaling is binnen'),
    )
  await vi.waitFor(() => expect(find()).toBeDefined(), patience)
  return find()?.text ?? ''
}

it('promises nothing until an admin says when parcels leave', async () => {
  const customer = await shop.newUser()
  const { id: productId } = await addProduct(shop)
  const orderId = await buyProduct(customer, productId, 'paid')
  expect((await customer.call(readOrder, { orderId })).body.promisedOn).toBe(null)
})

it('keeps the promised day with the order when it is paid, by the country of its address, and mails it', async () => {
  const settings = { cutOff: '16:00', daysNL: 1, daysBE: 2, ...weekdays }
  expect((await setDelivery(settings)).status).toBe(200)
  const customer = await shop.newUser()
  const dutch = await order(customer, await addAddressFor(customer))
  expect((await dutch.read()).promisedOn).toBe(null)
  await dutch.pay()
  await vi.waitFor(async () => expect((await dutch.read()).promisedOn).toBe('2026-12-01'), patience)
  const text = (await mailTo(customer)).replaceAll(/\s+/g, ' ')
  expect(text).toContain('We verwachten het op dinsdag 1 december bij je.')
  expect(text).toContain('/wettelijke-garantie')

  const belgian = await shop.newUser()
  const address = { ...someAddress, postalCode: '9000', city: 'Gent', country: 'België' }
  const late = await order(belgian, (await belgian.call(createAddress, address)).body.id)
  await late.pay()
  await vi.waitFor(async () => expect((await late.read()).promisedOn).toBe('2026-12-02'), patience)
})

it('promises a day in another country that the owner has one for, and none in the others', async () => {
  const { settings, version } = (await admin.call(readSettings)).body
  const delivery = { cutOff: '16:00', daysNL: 1, daysBE: 2, daysDE: 3, daysFR: null, ...weekdays }
  const shipsTo = ['NL', 'BE', 'DE', 'FR']
  expect(
    (await admin.call(changeSettings, { ...settings, shipsTo, delivery, version })).body.settings.delivery,
  ).toMatchObject({ daysDE: 3, daysFR: null })
  const to = async (country: string) => {
    const customer = await shop.newUser()
    const address = { ...someAddress, postalCode: '10115', city: 'Berlin', country }
    const placed = await order(customer, (await customer.call(createAddress, address)).body.id)
    await placed.pay()
    return { placed, text: (await mailTo(customer)).replaceAll(/\s+/g, ' ') }
  }
  const german = await to('Duitsland')
  expect((await german.placed.read()).promisedOn).toBe('2026-12-03')
  expect(german.text).toContain('We verwachten het op donderdag 3 december bij je.')
  const french = await to('Frankrijk')
  expect((await french.placed.read()).promisedOn).toBe(null)
  expect(french.text).not.toContain('We verwachten het op')
})

it('refuses settings by which nothing could be sent', async () => {
  const never = { monday: false, tuesday: false, wednesday: false, thursday: false, friday: false }
  expect(await setDelivery({ cutOff: '26:00', daysNL: 0, daysBE: 2, ...never })).toMatchObject({
    status: 400,
    body: {
      fields: {
        'delivery.cutOff': 'Vul een tijd in, zoals 16:00.',
        'delivery.daysNL': 'Vul werkdagen in, van 1 tot en met 30.',
        'delivery.monday': 'Kies minstens één dag.',
      },
    },
  })
})
