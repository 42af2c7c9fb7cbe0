import { recordCarrierEvent } from '../../../src/backoffice/fulfilment/shippingLabels/track.service.ts'
import { settlePaymentByProviderId } from '../../../src/money/payments/settle.service.ts'
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

export async function receiveReport(
  listener: Listener,
  { parcelId, state, at }: CarrierReport,
): Promise<void> {
  const event = { parcelId, at, status: { state, message: state } }
  await attempt(listener, 'report of the carrier', () =>
    listener.call(`report of ${parcelId}`, ({ platform }) => recordCarrierEvent(platform, event)),
  )
}
