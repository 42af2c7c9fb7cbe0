import { CreditCard } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../ui/components/Button.tsx'
import type { OrderSummary } from '../contract.ts'
import { canPay } from '../status.rules.ts'
import { usePayAgain } from '../hooks.ts'

type PayAgainButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'className'> & {
  order: Pick<OrderSummary, 'id' | 'number' | 'status' | 'paidAt'>
}

/** Pays an unpaid order; renders nothing for any other. */
export function PayAgainButton({ order, ...looks }: PayAgainButtonProps) {
  const { pay, busy } = usePayAgain(order.id)
  if (!canPay(order)) return null
  return (
    <Button onClick={pay} busy={busy} {...looks}>
      <CreditCard aria-hidden />
      Nu betalen
      <span className="sr-only">: bestelling {order.number}</span>
    </Button>
  )
}
