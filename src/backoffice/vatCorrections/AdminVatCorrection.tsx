import { AdminVatNotice } from './AdminVatNotice.tsx'
import type { AdminOrder } from '../../shop/orders/admin/contract.ts'
import { useCorrectVat } from './hooks.ts'

/** The VAT of an order that went to a business while VIES was away. */
export function AdminVatCorrection({ order }: { order: Pick<AdminOrder, 'id' | 'vatCorrection'> }) {
  const correct = useCorrectVat()
  const { id: orderId, vatCorrection: correction } = order
  if (!correction) return null
  const { vatCents } = correction
  return (
    <AdminVatNotice
      correction={correction}
      isBusy={correct.isPending}
      correct={onSettled => correct.mutate({ orderId, vatCents }, { onSettled })}
    />
  )
}
