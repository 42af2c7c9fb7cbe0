import { z } from 'zod'
import { centsFromDecimal } from '../../../../wire/money.ts'
import type { ProviderRecord } from '../../contract.ts'
import type { ProviderList, ProviderPage } from '../../provider.gateway.ts'
import { type MollieClient, MollieMoney } from './client.gateway.ts'

/** The most that fits in the part of an answer that we read, with metadata of a kilobyte each; Mollie gives at most 250. */
const PAGE_SIZE = 100

const time = z.coerce.date()

/** The fields that we read of https://docs.mollie.com/reference/list-payments, …/list-all-refunds and …/list-all-chargebacks. */
const ListedPayment = z.object({
  id: z.string().min(1).max(64),
  status: z.string(),
  amount: MollieMoney,
  metadata: z.unknown().optional(),
  createdAt: time,
  paidAt: time.nullish(),
})
const ListedRefund = z.object({
  id: z.string().min(1).max(64),
  paymentId: z.string().min(1).max(64),
  status: z.string(),
  amount: MollieMoney,
  metadata: z.unknown().optional(),
  createdAt: time,
})
const ListedChargeback = z.object({
  id: z.string().min(1).max(64),
  paymentId: z.string().min(1).max(64),
  amount: MollieMoney,
  createdAt: time,
  /** Set when the bank took it back. */
  reversedAt: time.nullish(),
})

const OwnIds = z.object({ paymentId: z.guid().optional(), refundId: z.guid().optional() })

const paymentStates: Record<string, ProviderRecord['state']> = {
  paid: 'DONE',
  canceled: 'FAILED',
  expired: 'FAILED',
  failed: 'FAILED',
}
const refundStates: Record<string, ProviderRecord['state']> = {
  processing: 'DONE',
  refunded: 'DONE',
  canceled: 'FAILED',
  failed: 'FAILED',
}

const Payments = embedded(
  'payments',
  ListedPayment.transform(({ id, status, createdAt, paidAt, metadata, amount }): ProviderRecord => ({
    kind: 'PAYMENT',
    providerId: id,
    providerPaymentId: id,
    ownId: OwnIds.safeParse(metadata).data?.paymentId ?? null,
    state: paymentStates[status] ?? 'WAITING',
    ...moneyOf(amount),
    createdAt,
    movedAt: paidAt ?? createdAt,
  })),
)

const Refunds = embedded(
  'refunds',
  ListedRefund.transform(({ id, paymentId, status, createdAt, metadata, amount }): ProviderRecord => ({
    kind: 'REFUND',
    providerId: id,
    providerPaymentId: paymentId,
    ownId: OwnIds.safeParse(metadata).data?.refundId ?? null,
    state: refundStates[status] ?? 'WAITING',
    ...moneyOf(amount),
    createdAt,
    movedAt: createdAt,
  })),
)

const Chargebacks = embedded(
  'chargebacks',
  ListedChargeback.transform(({ id, paymentId, createdAt, reversedAt, amount }): ProviderRecord => ({
    kind: 'CHARGEBACK',
    providerId: id,
    providerPaymentId: paymentId,
    ownId: null,
    state: reversedAt ? 'REVERSED' : 'DONE',
    ...moneyOf(amount),
    createdAt,
    movedAt: createdAt,
  })),
)

const lists = {
  PAYMENT: { path: 'payments', page: Payments },
  REFUND: { path: 'refunds', page: Refunds },
  CHARGEBACK: { path: 'chargebacks', page: Chargebacks },
}

/** A list of Mollie: https://docs.mollie.com/reference/pagination. */
function embedded<Item extends z.ZodType<ProviderRecord>>(name: string, item: Item) {
  return z
    .object({
      _embedded: z.record(z.string(), z.array(item)),
      _links: z.object({ next: z.object({ href: z.url() }).nullish() }),
    })
    .transform(({ _embedded: found, _links: { next } }): ProviderPage => ({
      records: found[name] ?? [],
      next: next ? new URL(next.href).searchParams.get('from') : null,
    }))
}

/** A page, newest first. @param below where the list is, of the account when left out */
export async function readMolliePage(
  { request }: MollieClient,
  list: ProviderList,
  from: string | null,
  below = '',
): Promise<ProviderPage> {
  const { path, page } = lists[list]
  const cursor = from === null ? '' : `&from=${encodeURIComponent(from)}`
  return page.parse(await request('GET', `${below}${path}?limit=${PAGE_SIZE}${cursor}`))
}

const moneyOf = ({ value, currency }: z.output<typeof MollieMoney>) => ({
  amountCents: centsFromDecimal(value),
  currency,
})
