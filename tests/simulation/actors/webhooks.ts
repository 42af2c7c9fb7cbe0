import { recordCarrierEvent } from '../../../src/shop/orders/admin/shippingLabels/track.service.ts'
import {
  receiveWebhook as receiveCall,
  settlePaymentByProviderId,
} from '../../../src/money/payments/settle.service.ts'
import type { CarrierReport } from '../carrier.ts'
import type { SimulatedNode } from '../node.ts'
import { attempt, type ActorContext } from './actor.ts'

interface Listener extends Pick<ActorContext, 'count' | 'report'> {
  call<T>(task: string, work: (node: SimulatedNode) => Promise<T>): Promise<T>
}

/** @returns whether a node took it */
export async function receiveWebhook(listener: Listener, providerId: string): Promise<boolean> {
  const taken = await attempt(listener, 'webhook', () =>
    listener.call(`webhook ${providerId}`, async ({ payments }) => {
      await settlePaymentByProviderId(payments, 'mollie', providerId)
      return true
    }),
  )
  return taken === true
}

/** @returns the body of the answer; undefined without one */
export const receivePostback = (
  listener: Listener,
  query: URLSearchParams,
): Promise<string | null | undefined> =>
  attempt(listener, 'postback', () =>
    listener.call(`postback ${query.get('transactionID')}`, ({ payments }) =>
      receiveCall(payments, 'verotel', {
        method: 'GET',
        query: Object.fromEntries(query),
        headers: {},
        rawBody: '',
      }),
    ),
  )

export async function receiveReport(
  listener: Listener,
  { parcelId, state, at }: CarrierReport,
): Promise<void> {
  const event = { parcelId, at, status: { state, message: state } }
  await attempt(listener, 'report of the carrier', () =>
    listener.call(`report of ${parcelId}`, ({ platform }) => recordCarrierEvent(platform, event)),
  )
}
