import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { DialogButtons } from '../../ui/components/DialogButtons.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'
import { formatDate } from '../../ui/format.ts'
import { formatCents } from '../../wire/money.ts'
import type { VatCorrection, VatCorrectionState } from '../vat/contract.ts'
import type { AdminOrder } from './contract.ts'
import { useCorrectVat } from './hooks.ts'

/** Of a business that was sold to with VAT because VIES did not answer: what is known of its number by now, and the correction. */
export function AdminVatCorrection({ order }: { order: Pick<AdminOrder, 'id' | 'vatCorrection'> }) {
  const [isOpen, setOpen] = useState(false)
  const { id: orderId, vatCorrection: correction } = order
  // The documents say the rest.
  if (!correction || correction.state === 'DONE') return null
  const { state, vatNumber } = correction
  const { title, explain } = states[state]
  return (
    <Notice tone={state === 'READY' ? 'waiting' : 'info'} title={`${vatNumber}: ${title}`}>
      <div className="grid justify-items-start gap-3">
        <p>{explain(correction)}</p>
        {state === 'READY' && (
          <Button variant="secondary" size="sm" className="max-sm:h-11" onClick={() => setOpen(true)}>
            Btw corrigeren
          </Button>
        )}
      </div>
      {isOpen && (
        <CorrectionDialog orderId={orderId} correction={correction} onClose={() => setOpen(false)} />
      )}
    </Notice>
  )
}

const states: Record<
  Exclude<VatCorrectionState, 'DONE'>,
  { title: string; explain: (correction: VatCorrection) => ReactNode }
> = {
  UNANSWERED: {
    title: 'nog niet na te kijken',
    explain: () =>
      'Er is btw gerekend, omdat VIES niet antwoordde. We vragen het dertig dagen lang elk uur opnieuw.',
  },
  INVALID: {
    title: 'niet bekend',
    explain: () => 'VIES kent dit nummer niet. De btw blijft, en je hoeft niets te doen.',
  },
  REFUNDED: {
    title: 'geldig, maar er ging al geld terug',
    explain: ({ checkedAt }) =>
      `Het nummer is geldig${checkedAt ? ` (VIES, ${formatDate(checkedAt)})` : ''}. Omdat er al iets is terugbetaald of teruggehaald, verreken je de btw met je boekhouder.`,
  },
  READY: {
    title: 'geldig',
    explain: ({ checkedAt, vatCents }) =>
      `Er is ${formatCents(vatCents)} btw gerekend, omdat VIES toen niet antwoordde. ${checkedAt ? `Op ${formatDate(checkedAt)} bevestigde VIES het nummer: ` : ''}het bedrijf geeft de btw zelf aan.`,
  },
}

interface CorrectionDialogProps {
  orderId: string
  correction: VatCorrection
  onClose: () => void
}

function CorrectionDialog({ orderId, correction, onClose }: CorrectionDialogProps) {
  const correct = useCorrectVat()
  const { invoiceNumber, grossCents, vatCents } = correction
  return (
    <Dialog open onOpenChange={open => !open && !correct.isPending && onClose()}>
      <DialogContent
        title="Btw corrigeren"
        description="De klant krijgt beide stukken per mail. Dit is niet terug te draaien."
        footer={
          <DialogButtons isBusy={correct.isPending} onCancel={onClose}>
            <Button
              className="figures"
              busy={correct.isPending}
              onClick={() => correct.mutate({ orderId, vatCents }, { onSettled: onClose })}
            >
              {formatCents(vatCents)} btw terugbetalen
            </Button>
          </DialogButtons>
        }
      >
        <dl className="figures grid divide-y divide-line border-y border-line text-small">
          <Row name={`Creditnota bij factuur ${invoiceNumber}`} cents={-grossCents} />
          <Row name="Nieuwe factuur, btw verlegd" cents={grossCents - vatCents} />
          <Row name="Gaat terug zoals het betaald is" cents={vatCents} isTotal />
        </dl>
      </DialogContent>
    </Dialog>
  )
}

const Row = ({ name, cents, isTotal = false }: { name: string; cents: number; isTotal?: boolean }) => (
  <div className={`flex items-baseline justify-between gap-4 py-3 ${isTotal ? 'font-semibold' : ''}`}>
    <dt>
      <UnbrokenNumbers>{name}</UnbrokenNumbers>
    </dt>
    <dd>{formatCents(cents)}</dd>
  </div>
)
