import { GIFT_CARD_PROVIDER, STORE_CREDIT_PROVIDER } from '../../money/payments/contract.ts'
import { decisionDueAt } from '../../people/contentReports/rules.ts'
import { type MoneyMovement, providerName } from '../reports/payments.rules.ts'
import type { ComplianceReport } from './contract.ts'

/** A case, or an appeal against its first decision, with the decision in the period or null. Times are in milliseconds. */
export interface DecidableMatter {
  receivedAt: number
  decidedAt: number | null
}

/** The matters decided in a period and those waiting at its end; late ones took longer than their business days. */
export function countDecisions(matters: readonly DecidableMatter[], end: Date) {
  const isLate = ({ receivedAt, decidedAt }: DecidableMatter) =>
    new Date(decidedAt ?? end.getTime()) >= decisionDueAt(new Date(receivedAt))
  const count = (some: DecidableMatter[]) => ({ count: some.length, late: some.filter(isLate).length })
  return {
    decided: count(matters.filter(({ decidedAt }) => decidedAt !== null)),
    waiting: count(matters.filter(({ decidedAt }) => decidedAt === null)),
  }
}

/** By provider, without gift cards and store credit. A refund or chargeback that is undone reduces the cents, not the count. */
export function sumByProvider(movements: readonly MoneyMovement[]): ComplianceReport['providers'] {
  const byName = Map.groupBy(movements, ({ provider }) => provider)
  byName.delete(GIFT_CARD_PROVIDER)
  byName.delete(STORE_CREDIT_PROVIDER)
  return [...byName].map(([provider, moved]) => {
    const sum = (wanted: 'PAYMENT' | 'REFUND' | 'CHARGEBACK') => ({
      count: moved.filter(({ kind }) => kind === wanted).length,
      // REFUND_FAILED and REFUND_AGAIN belong to REFUND.
      cents: Math.abs(moved.reduce((sum, { kind, cents }) => sum + (kind.startsWith(wanted) ? cents : 0), 0)),
    })
    const name = providerName(provider)
    return { name, payments: sum('PAYMENT'), refunds: sum('REFUND'), chargebacks: sum('CHARGEBACK') }
  })
}
