import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CarrierCode } from '../../../shipping/pickup.contract.ts'
import { Button } from '../../../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../../../ui/dialogs/DialogButtons.tsx'
import { plural } from '../../../../ui/format.ts'
import { PrintLinks } from './AdminLabels.tsx'
import { CarrierSelect } from './CarrierSelect.tsx'
import type { LabelResult, ShippingLabel } from './contract.ts'
import { useLabels, useMakeLabels } from './hooks.ts'
import { describeLabel, isLabelBusy } from './labels.rules.ts'

interface AdminLabelsDialogProps {
  orderIds: string[]
  onClose: () => void
  /** Called once labels were asked for. */
  onDone: () => void
}

/** Has labels made for several orders, shows how far each is, and prints those that are there. */
export function AdminLabelsDialog({ orderIds, onClose, onDone }: AdminLabelsDialogProps) {
  const [carrier, setCarrier] = useState<CarrierCode>('postnl')
  const make = useMakeLabels()
  const results = make.data
  const labels = useLabels((results ?? []).flatMap(({ label }) => (label ? [label.id] : [])))
  const made = labels.filter(({ status }) => status === 'MADE')
  const isBusy = make.isPending || labels.some(isLabelBusy)
  const close = () => {
    if (results) onDone()
    onClose()
  }
  const title = results
    ? `${made.length} van ${plural(results.length, 'label', 'labels')} gemaakt`
    : `Labels voor ${plural(orderIds.length, 'bestelling', 'bestellingen')}`
  return (
    <Dialog open onOpenChange={open => !open && !make.isPending && close()}>
      <DialogContent
        title={title}
        footer={
          results ? (
            <div className="grid gap-3">
              {made.length > 0 && !isBusy && (
                <div className="grid grid-cols-2 gap-3">
                  <PrintLinks ids={made.map(({ id }) => id)} />
                </div>
              )}
              <Button variant={made.length > 0 && !isBusy ? 'quiet' : 'primary'} onClick={close}>
                {isBusy ? 'Sluiten: het gaat door' : 'Klaar'}
              </Button>
            </div>
          ) : (
            <DialogButtons isBusy={make.isPending} onCancel={onClose}>
              <Button busy={make.isPending} onClick={() => make.mutate({ orderIds, carrier })}>
                Labels maken
              </Button>
            </DialogButtons>
          )
        }
      >
        {results ? (
          <LabelResults results={results} labels={labels} />
        ) : (
          <div className="grid gap-5">
            <p className="text-ink-soft">
              Elke bestelling krijgt de goedkoopste dienst die past, met track & trace waar de klant daarvoor
              betaalde. Wat al een label heeft, niet betaald is of al verzonden, blijft zoals het is.
            </p>
            <CarrierSelect
              value={carrier}
              hint="Een bestelling die afgehaald wordt, gaat met de vervoerder van het punt."
              onChange={setCarrier}
            />
          </div>
        )}
      </DialogContent>
    </Dialog>
  )
}

const icons = {
  busy: { Icon: Clock, className: 'text-ink-faint' },
  made: { Icon: CircleCheck, className: 'text-green' },
  wrong: { Icon: CircleAlert, className: 'text-danger' },
}

const outcomeOf = ({ reason }: LabelResult, label: ShippingLabel | null) => {
  if (reason !== null || !label) return { kind: 'wrong' as const, text: reason ?? 'Niet gevonden' }
  if (label.status === 'MADE')
    return { kind: 'made' as const, text: `${label.serviceName ?? ''} ${label.trackingCode ?? ''}`.trim() }
  const text = label.failure ?? describeLabel(label)
  return { kind: isLabelBusy(label) ? ('busy' as const) : ('wrong' as const), text }
}

function LabelResults({ results, labels }: { results: LabelResult[]; labels: ShippingLabel[] }) {
  return (
    <ul aria-label="Wat er van elk label werd" aria-live="polite" className="figures divide-y divide-line">
      {results.map(result => {
        const label = labels.find(({ id }) => id === result.label?.id) ?? result.label
        const { kind, text } = outcomeOf(result, label)
        const { Icon, className } = icons[kind]
        return (
          <li key={result.orderId} className="flex items-start gap-3 py-3 text-small">
            <Icon className={`mt-0.5 size-4.5 shrink-0 ${className}`} aria-hidden />
            <span className="grid gap-0.5">
              <Link
                to={`/admin/orders/${result.orderId}`}
                className="font-medium underline underline-offset-4"
              >
                <span className="whitespace-nowrap">{result.number ?? result.orderId}</span>
              </Link>
              <span className="wrap-anywhere text-ink-soft">{text}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
