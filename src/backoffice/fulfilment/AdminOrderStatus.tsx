import { useState } from 'react'
import { OrderStatus } from '../../shop/orders/contract.ts'
import { orderStatusLabels } from '../../shop/orders/status.rules.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { Field, Select } from '../../ui/components/Field.tsx'
import type { AdminOrder } from './contract.ts'
import { describeStatusChange } from './statusChange.rules.ts'
import { useSetOrderStatus } from './hooks.ts'

/** Any status by hand; before it is set, what that does. */
export function AdminOrderStatus({ order }: { order: AdminOrder }) {
  const [wanted, setWanted] = useState<OrderStatus | null>(null)
  return (
    <Card className="grid gap-4 p-5">
      <Field label="Status">
        <Select value={order.status} onChange={event => setWanted(OrderStatus.parse(event.target.value))}>
          {OrderStatus.options.map(status => (
            <option key={status} value={status}>
              {orderStatusLabels[status].name}
            </option>
          ))}
        </Select>
      </Field>
      {wanted && <StatusDialog order={order} status={wanted} onClose={() => setWanted(null)} />}
    </Card>
  )
}

interface StatusDialogProps {
  order: AdminOrder
  status: OrderStatus
  onClose: () => void
}

function StatusDialog({ order, status, onClose }: StatusDialogProps) {
  const set = useSetOrderStatus()
  const confirm = () => set.mutate({ orderId: order.id, status }, { onSettled: onClose })
  return (
    <Dialog open onOpenChange={open => !open && !set.isPending && onClose()}>
      <DialogContent
        title={`Status: ${orderStatusLabels[status].name}`}
        description={`Bestelling ${order.number} staat nu op ${orderStatusLabels[order.status].name.toLowerCase()}.`}
        footer={
          <div className="grid gap-3 sm:grid-cols-2">
            <Button variant="secondary" disabled={set.isPending} onClick={onClose}>
              Toch niet
            </Button>
            <Button
              variant={status === 'CANCELLED' ? 'danger' : 'primary'}
              className="max-sm:order-first"
              busy={set.isPending}
              onClick={confirm}
            >
              Status zetten
            </Button>
          </div>
        }
      >
        <ul className="grid list-disc gap-1.5 pl-5 text-ink-soft">
          {describeStatusChange(order, status).map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  )
}
