import { decimalFromCents } from '../../src/wire/money.ts'

/** The payments of one day in UTC, paid out the next morning. */
export interface SimulatorSettlement {
  id: string
  createdAt: Date
  settledAt: Date
  /** How many payments, and the cents of them; and the cents of refunds and chargebacks. */
  payments: number
  paid: number
  returned: number
}

const HOUR = 3_600_000

/** @param day `2026-11-26` */
export const settlementId = (day: string): string => `stl_${day.replaceAll('-', '')}`

export function settlementSpan(day: string) {
  const startsAt = new Date(`${day}T00:00:00Z`)
  const after = (hours: number) => new Date(startsAt.getTime() + hours * HOUR)
  return { startsAt, endsAt: after(24), createdAt: after(25), settledAt: after(32) }
}

/** A ten-thousandth of a euro: € 0.32 a payment without VAT. */
const FEE = 3200
const VAT_PERCENT = 21

export const feesOf = ({ payments }: Pick<SimulatorSettlement, 'payments'>) => {
  const net = payments * FEE
  const vat = (net * VAT_PERCENT) / 100
  return { net, vat, gross: net + vat }
}

/** The amount that is paid out: may be below 0. */
export const payoutCents = (settlement: SimulatorSettlement): number =>
  settlement.paid - settlement.returned - Math.round(feesOf(settlement).gross / 100)

const euros = (cents: number) => ({
  currency: 'EUR',
  value: `${cents < 0 ? '-' : ''}${decimalFromCents(Math.abs(cents))}`,
})
const fine = (tenThousandths: number) => ({ currency: 'EUR', value: (tenThousandths / 10_000).toFixed(4) })

/** A settlement in the form of Mollie's API v2: https://docs.mollie.com/reference/get-settlement. */
export function settlementResource(settlement: SimulatorSettlement, base: string): object {
  const { id, payments, paid, createdAt } = settlement
  const [year = '', month = ''] = createdAt.toISOString().split('-')
  const { net, vat, gross } = feesOf(settlement)
  const method = { description: 'iDEAL', method: 'ideal', count: payments }
  const total = { ...fine(paid * 100) }
  return {
    resource: 'settlement',
    id,
    reference: `1234567.${year.slice(2)}${month}.${id.slice(-2)}`,
    createdAt: createdAt.toISOString(),
    settledAt: settlement.settledAt.toISOString(),
    status: 'paidout',
    amount: euros(payoutCents(settlement)),
    periods: {
      [year]: {
        [month]: {
          revenue: payments > 0 ? [{ ...method, amountNet: total, amountVat: null, amountGross: total }] : [],
          costs:
            payments > 0
              ? [
                  {
                    ...method,
                    rate: { fixed: fine(FEE), percentage: null },
                    amountNet: fine(net),
                    amountVat: fine(vat),
                    amountGross: fine(gross),
                  },
                ]
              : [],
          invoiceId: null,
        },
      },
    },
    _links: {
      self: { href: `${base}/v2/settlements/${id}`, type: 'application/hal+json' },
      documentation: { href: 'https://docs.mollie.com/reference/get-settlement', type: 'text/html' },
    },
  }
}
