import { formatCents } from '../../wire/money.ts'
import type { CreditPayment } from './contract.ts'
import { creditPaymentName } from './labels.rules.ts'

/** The amounts that gift cards and store credit pay, as rows of a list of amounts: `Cadeaubon …1234  − € 25,00`. */
export const CreditRows = ({ payments }: { payments: readonly CreditPayment[] }) =>
  payments.map(payment => (
    <div key={creditPaymentName(payment)} className="flex justify-between gap-4">
      <dt>{creditPaymentName(payment)}</dt>
      <dd className="shrink-0">{formatCents(-payment.amount)}</dd>
    </div>
  ))
