import { expect } from 'vitest'
import type { VerotelFaults } from '../../simulators/verotel/contract.ts'
import type { SaleResource } from '../../simulators/verotel/resource.ts'
import { type Parameters, signatureOf } from '../../simulators/verotel/rules.ts'
import type { TestResponse, TestShop } from './shop.ts'

/** Sends minutes to Verotel, whose website is the simulator's. */
export const minutesOverVerotel = { PAYMENT_PROVIDER_MINUTES: 'verotel' }

/** A control call of the simulator: pay, credit, chargeback, faults or send-late. */
export async function controlVerotel(shop: TestShop, path: string, body: object = {}): Promise<SaleResource> {
  const answer = await shop.newClient().request('POST', `/simulator/verotel/${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body as SaleResource
}

export const setVerotelFaults = (shop: TestShop, faults: VerotelFaults): Promise<unknown> =>
  controlVerotel(shop, 'faults', faults)

/** Opens the order page of a payment, as its browser does, and pays it there. @param how of `pay` */
export async function payAtVerotel(
  shop: TestShop,
  { paymentUrl, payment }: { paymentUrl: string; payment: { providerId: string | null } },
  how: object = {},
): Promise<SaleResource> {
  expect((await fetch(paymentUrl)).status).toBe(200)
  return controlVerotel(shop, 'pay', { referenceID: payment.providerId, ...how })
}

/** Calls the webhook with these fields. @param signature right unless given */
export const sendPostback = (
  shop: TestShop,
  fields: Parameters,
  signature: string | null = signatureOf(fields),
): Promise<TestResponse> => {
  const query = new URLSearchParams({ ...fields, ...(signature !== null && { signature }) })
  return shop.newClient().request('GET', `/api/webhooks/verotel?${query}`)
}
