import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/DialogButtons.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'
import { formatDate } from '../../ui/format.ts'
import { formatCents } from '../../wire/money.ts'
import type { VatCorrection, VatCorrectionState } from '../../money/vat/admin/contract.ts'

interface AdminVatNoticeProps {
  correction: VatCorrection
  /** The sold product, such as `10 minuten`; an order does not need one. */
  of?: string
  isBusy: boolean
  /** Corrects it; calls `onSettled` when that is done or refused. */
  correct: (onSettled: () => void) => void
}

/** For a sale to a business with VAT because VIES did not answer: the present knowledge of its number, and the correction. */
export function AdminVatNotice({ correction, of, isBusy, correct }: AdminVatNoticeProps) {
  const [isOpen, setOpen] = useState(false)
  const { state, vatNumber } = correction
  // The documents say the rest.
  if (state === 'DONE') return null
  const { title, explain } = states[state]
  return (
    <Notice
      tone={state === 'READY' ? 'waiting' : 'info'}
      title={`${of ? `${of}, ` : ''}${vatNumber}: ${title}`}
    >
      <div className="grid justify-items-start gap-3">
        <p>{explain(correction)}</p>
        {state === 'READY' && (
          <Button variant="secondary" size="sm" className="max-sm:h-11" onClick={() => setOpen(true)}>
            Btw corrigeren
          </Button>
        )}
      </div>
      {isOpen && (
        <CorrectionDialog
          correction={correction}
          isBusy={isBusy}
          correct={() => correct(() => setOpen(false))}
          onClose={() => setOpen(false)}
        />
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
      'Er is btw gerekend, omdat VIES niet antwoordde. We vragen het dertig dagen lang opnieuw, eerst elk uur, later elke dag.',
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
  correction: VatCorrection
  isBusy: boolean
  correct: () => void
  onClose: () => void
}

function CorrectionDialog({ correction, isBusy, correct, onClose }: CorrectionDialogProps) {
  const { invoiceNumber, grossCents, vatCents } = correction
  return (
    <Dialog open onOpenChange={open => !open && !isBusy && onClose()}>
      <DialogContent
        title="Btw corrigeren"
        description="De klant krijgt beide stukken per mail. Dit is niet terug te draaien."
        footer={
          <DialogButtons isBusy={isBusy} onCancel={onClose}>
            <Button className="figures" busy={isBusy} onClick={correct}>
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
