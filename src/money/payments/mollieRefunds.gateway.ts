import { z } from 'zod'
import { centsFromDecimal, decimalFromCents } from '../../wire/money.ts'
import type { ProviderRefund } from './contract.ts'
import type { ProviderRefundRequest, ProviderRefundResult } from './gateway.ts'
import { type MollieClient, MollieRefusal } from './mollieClient.gateway.ts'

export const MollieMoney = z.object({ currency: z.string(), value: z.string() })

/** The fields that we read of https://docs.mollie.com/reference/get-refund. */
export const MollieRefund = z.object({
  id: z.string().min(1).max(64),
  /** An unknown status is read as WAITING, so that the rest of the payment can still be read. */
  status: z.enum(['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled']).catch('pending'),
  amount: MollieMoney,
  metadata: z.unknown().optional(),
})
const MollieRefunds = z.object({ _embedded: z.object({ refunds: z.array(MollieRefund) }) })
const Metadata = z.object({ refundId: z.guid(), attempt: z.int().min(1) })

const statuses: Record<z.output<typeof MollieRefund>['status'], ProviderRefund['status']> = {
  queued: 'WAITING',
  pending: 'WAITING',
  processing: 'GONE',
  refunded: 'GONE',
  failed: 'FAILED',
  canceled: 'FAILED',
}

export function toProviderRefund({
  id,
  status,
  amount,
  metadata,
}: z.output<typeof MollieRefund>): ProviderRefund {
  const amountCents = centsFromDecimal(amount.value)
  if (amountCents === null) throw new Error('Mollie gave back what is no amount')
  const { refundId = null, attempt = 1 } = Metadata.safeParse(metadata).data ?? {}
  return { providerId: id, status: statuses[status], amountCents, refundId, attempt }
}

/**
 * Makes a refund, once. Mollie keeps an Idempotency-Key for an hour, so a refund that may have been requested before
 * is looked up first; a refused one may have been made by a request whose response was lost.
 */
export async function requestRefund(
  { request: ask }: MollieClient,
  wanted: ProviderRefundRequest,
): Promise<ProviderRefundResult> {
  const { refundId, attempt, providerId, amountCents, description } = wanted
  const path = `payments/${encodeURIComponent(providerId)}/refunds`
  const before = async () =>
    findEarlierResult(MollieRefunds.parse(await ask('GET', `${path}?limit=250`)), wanted)
  try {
    const made = wanted.isRetry ? await before() : undefined
    if (made) return made
    const amount = { currency: 'EUR', value: decimalFromCents(amountCents) }
    const body = { amount, description, metadata: { refundId, attempt } }
    const { id } = MollieRefund.parse(await ask('POST', path, { body, key: idempotencyKeyOf(wanted) }))
    return { providerId: id }
  } catch (error) {
    if (!(error instanceof MollieRefusal)) throw error
    return (await before().catch(undefinedWhenRefused)) ?? { refused: error.message }
  }
}

function undefinedWhenRefused(error: unknown): undefined {
  if (!(error instanceof MollieRefusal)) throw error
}

const idempotencyKeyOf = ({ refundId, attempt }: ProviderRefundRequest): string =>
  attempt === 1 ? refundId : `${refundId}-${attempt}`

/** The result of an earlier request: any attempt of ours that did not fail, or the result of this attempt. */
function findEarlierResult(
  { _embedded: { refunds } }: z.output<typeof MollieRefunds>,
  { refundId, attempt }: ProviderRefundRequest,
): ProviderRefundResult | undefined {
  const ours = refunds.map(toProviderRefund).filter(refund => refund.refundId === refundId)
  const standing = ours.find(({ status }) => status !== 'FAILED')
  if (standing) return { providerId: standing.providerId }
  return ours.some(each => each.attempt === attempt) ? { refused: 'failed at the provider' } : undefined
}
