import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { AdminAnswerForm } from './AdminAnswerForm.tsx'
import { AdminDecideForm } from './AdminDecideForm.tsx'
import type { Withdrawal } from './contract.ts'

interface AdminWithdrawalDialogProps {
  withdrawal: Withdrawal
  onClose: () => void
}

/** Decides by line when the order is known; otherwise, or on request, one answer for all. */
export function AdminWithdrawalDialog({ withdrawal, onClose }: AdminWithdrawalDialogProps) {
  const { orderNumber, orderId, lines, handledAt } = withdrawal
  const [isWriting, setIsWriting] = useState(lines.length === 0)
  return (
    <Dialog open onOpenChange={open => !open && onClose()}>
      <DialogContent
        title={`Herroeping van ${orderNumber}`}
        description={
          orderId === null
            ? 'Bij dit e-mailadres kennen we deze bestelling niet. Kijk zelf wat er bedoeld is.'
            : 'De klant krijgt een mail met wat je beslist.'
        }
      >
        {isWriting ? (
          <AdminAnswerForm withdrawalId={withdrawal.id} onDone={onClose} />
        ) : (
          <AdminDecideForm withdrawal={withdrawal} onDone={onClose} />
        )}
        {lines.length > 0 && handledAt === null && (
          <Button variant="link" className="mt-5 text-small" onClick={() => setIsWriting(!isWriting)}>
            {isWriting ? 'Per regel beslissen' : 'In één keer antwoorden'}
          </Button>
        )}
      </DialogContent>
    </Dialog>
  )
}
