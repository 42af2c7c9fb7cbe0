import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '../../ui/format.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { AdminAnswerForm } from './AdminAnswerForm.tsx'
import { AdminDecideForm } from './AdminDecideForm.tsx'
import type { Withdrawal, WithdrawalLine } from './contract.ts'
import { withdrawalLineLabel, refusalReasonLabels } from './rules.ts'

/** A withdrawal as the customer stated it, with its status. */
export function AdminWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, email, remark, receivedAt, handledAt, accepted, answer, lines, unmatched } = withdrawal
  const canHandle = handledAt === null || lines.length > 0
  return (
    <div className="grid gap-2 text-small">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{name}</span>
        <WithdrawalStatusBadge handledAt={handledAt} accepted={accepted} />
      </p>
      <p className="figures wrap-anywhere text-ink-faint">
        {formatDateTime(receivedAt)}, {email}
      </p>
      {remark && <p className="wrap-anywhere whitespace-pre-line">“{remark}”</p>}
      {lines.length > 0 && <Lines lines={lines} />}
      {unmatched.length > 0 && (
        <p className="text-danger">
          {unmatched.length === 1
            ? 'Eén gekozen regel hoort niet bij deze bestelling.'
            : `${unmatched.length} gekozen regels horen niet bij deze bestelling.`}
        </p>
      )}
      {answer && <p className="wrap-anywhere whitespace-pre-line text-ink-soft">Antwoord: {answer}</p>}
      {canHandle && (
        <div className="pt-1">
          <Button variant="secondary" size="sm" className="max-md:h-11" onClick={() => setIsOpen(true)}>
            <Undo2 aria-hidden />
            {handledAt === null ? 'Behandelen' : 'Opnieuw beoordelen'}
            <span className="sr-only">: herroeping van {name}</span>
          </Button>
        </div>
      )}
      {isOpen && <WithdrawalDialog withdrawal={withdrawal} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function WithdrawalStatusBadge({ handledAt, accepted }: Pick<Withdrawal, 'handledAt' | 'accepted'>) {
  if (handledAt === null) return <Badge tone="yellow">Wacht op antwoord</Badge>
  return accepted ? <Badge tone="green">Aanvaard</Badge> : <Badge tone="danger">Geweigerd</Badge>
}

const Lines = ({ lines }: { lines: WithdrawalLine[] }) => (
  <ul className="figures grid gap-1">
    {lines.map(line => (
      <li key={line.itemId} className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
        {withdrawalLineLabel(line)}
        {line.isDigital && <Badge>Digitaal</Badge>}
        {line.hygieneSealed && !line.isDigital && <Badge tone="yellow">Verzegeld</Badge>}
        {line.accepted === true && <Badge tone="green">Terug</Badge>}
        {line.reason && (
          <span className="text-danger">
            {refusalReasonLabels[line.reason]}
            {line.note && `: ${line.note}`}
          </span>
        )}
      </li>
    ))}
  </ul>
)

/** Decides by line when the order is known; otherwise, or on request, one answer for all. */
function WithdrawalDialog({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
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
