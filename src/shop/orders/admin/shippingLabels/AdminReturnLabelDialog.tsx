import { useState } from 'react'
import type { CarrierCode } from '../../../shipping/pickup.contract.ts'
import { Button } from '../../../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../../../ui/dialogs/DialogButtons.tsx'
import type { AdminOrder } from '../contract.ts'
import { CarrierSelect } from './CarrierSelect.tsx'
import { useMakeReturnLabel } from './hooks.ts'

/** Has a return label made, which is mailed to the buyer. */
export function AdminReturnLabelDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const sent = order.labels.findLast(({ kind, status }) => kind === 'SHIPMENT' && status === 'MADE')
  const [carrier, setCarrier] = useState<CarrierCode>(sent?.carrier ?? 'postnl')
  const make = useMakeReturnLabel(order.id)
  return (
    <Dialog open onOpenChange={open => !open && !make.isPending && onClose()}>
      <DialogContent
        title="Retourlabel maken"
        footer={
          <DialogButtons isBusy={make.isPending} onCancel={onClose}>
            <Button
              busy={make.isPending}
              onClick={() => make.mutate({ orderId: order.id, carrier }, { onSettled: onClose })}
            >
              Maken en mailen
            </Button>
          </DialogButtons>
        }
      >
        <div className="grid gap-5">
          <p className="text-ink-soft">
            De klant krijgt het label als PDF, met wat ermee te doen. Je betaalt het pas als het gebruikt is.
          </p>
          <CarrierSelect value={carrier} onChange={setCarrier} />
        </div>
      </DialogContent>
    </Dialog>
  )
}
