import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../../ui/dialogs/DialogButtons.tsx'
import { canCancelOrder } from '../refunds/cancellation.rules.ts'
import type { Order } from '../contract.ts'
import { useCancelOrder } from '../hooks.ts'
import { UnbrokenNumbers } from '../../../ui/components/UnbrokenNumbers.tsx'

/** Cancels a paid order that nobody packs yet; renders nothing for any other. */
export function CancelOrderButton({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const cancel = useCancelOrder(order.id)
  if (!canCancelOrder(order)) return null
  const confirm = () => cancel.mutate({ orderId: order.id }, { onError: () => setOpen(false) })
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="secondary">
          <X aria-hidden />
          Annuleren
          <span className="sr-only">: bestelling {order.number}</span>
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Bestelling annuleren"
        description="Dit kun je niet ongedaan maken."
        footer={
          <DialogButtons isBusy={cancel.isPending} onCancel={() => setOpen(false)}>
            <Button variant="danger" busy={cancel.isPending || cancel.isSuccess} onClick={confirm}>
              Bestelling annuleren
            </Button>
          </DialogButtons>
        }
      >
        <p className="text-ink-soft">
          <UnbrokenNumbers>
            {order.total > 0
              ? `We zijn nog niet begonnen met bestelling ${order.number}. Je geld gaat vanzelf terug, op dezelfde manier als je betaald hebt. Dat duurt meestal een paar werkdagen.`
              : `We zijn nog niet begonnen met bestelling ${order.number}. Je betaalde niets, dus er gaat niets terug.`}
          </UnbrokenNumbers>
        </p>
      </DialogContent>
    </Dialog>
  )
}
