import { z } from 'zod'
import type { ProviderSettlement, SettlementSource } from '../../provider.gateway.ts'
import { createMollieClient, type MollieOptions } from './client.gateway.ts'
import { readMolliePage } from './lists.gateway.ts'

const PAGE_SIZE = 50

/** Up to four decimals, of either sign: fees are finer than cents. */
const cents = z
  .object({ value: z.string().regex(/^-?\d{1,13}(\.\d{1,4})?$/) })
  .transform(({ value }) => roundedCents(value))

/** To the nearest cent, halves away from zero; integers only. */
function roundedCents(value: string): number {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.')
  const fine = Number(whole) * 10_000 + Number(fraction.padEnd(4, '0'))
  const rounded = Math.floor((fine + 50) / 100)
  return value.startsWith('-') && rounded > 0 ? -rounded : rounded
}

const Cost = z
  .object({ description: z.string().max(200), count: z.int(), amountNet: cents, amountGross: cents })
  .transform(({ description, count, amountNet, amountGross }) => ({
    description,
    count,
    netCents: amountNet,
    vatCents: amountGross - amountNet,
  }))
const Month = z.object({ costs: z.array(Cost) })
/** A record without keys may be an empty list. */
const emptyAsRecord = (value: unknown) => (Array.isArray(value) && value.length === 0 ? {} : value)
/** By year and month. */
const Periods = z.preprocess(
  emptyAsRecord,
  z.record(z.string(), z.preprocess(emptyAsRecord, z.record(z.string(), Month))),
)

/** The fields that we read of https://docs.mollie.com/reference/list-settlements. */
const Settlement = z
  .object({
    id: z.string().min(1).max(64),
    reference: z.string().max(100).nullish(),
    status: z.string(),
    createdAt: z.coerce.date().nullish(),
    settledAt: z.coerce.date().nullish(),
    amount: cents,
    periods: Periods.nullish(),
  })
  .transform(({ id, reference, status, createdAt, settledAt, amount, periods }): ProviderSettlement => ({
    providerId: id,
    reference: reference ?? null,
    paidOutAt: status === 'paidout' ? (settledAt ?? null) : null,
    createdAt: createdAt ?? settledAt ?? null,
    amountCents: amount,
    costs: Object.values(periods ?? {})
      .flatMap(months => Object.values(months))
      .flatMap(month => month.costs),
  }))

const Settlements = z
  .object({
    _embedded: z.object({ settlements: z.array(Settlement) }),
    _links: z.object({ next: z.object({ href: z.url() }).nullish() }),
  })
  .transform(({ _embedded: { settlements }, _links: { next } }) => ({
    settlements,
    next: next ? new URL(next.href).searchParams.get('from') : null,
  }))

/** Settlements are of the organisation: a token of it reads them, with the permissions `settlements.read` and `payments.read`. */
export function mollieSettlements(options: MollieOptions): SettlementSource {
  const client = createMollieClient(options)
  const { request, withProviderErrors: guarded } = client
  return {
    readSettlements: from =>
      guarded('settlements', async () => {
        const cursor = from === null ? '' : `&from=${encodeURIComponent(from)}`
        return Settlements.parse(await request('GET', `settlements?limit=${PAGE_SIZE}${cursor}`))
      }),
    readItems: (settlementId, list, from) =>
      guarded('settlement', () =>
        readMolliePage(client, list, from, `settlements/${encodeURIComponent(settlementId)}/`),
      ),
  }
}
