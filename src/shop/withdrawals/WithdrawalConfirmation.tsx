import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import type { WithdrawalFormValues } from './hooks.ts'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'

interface WithdrawalConfirmationProps {
  filled: WithdrawalFormValues
  /** The selected products with their numbers; an empty list means the whole order. */
  named: string[]
  busy: boolean
  onBack: () => void
  onConfirm: () => void
}

/** Shows the input for confirmation, before it is submitted. */
export function WithdrawalConfirmation({
  filled,
  named,
  busy,
  onBack,
  onConfirm,
}: WithdrawalConfirmationProps) {
  const facts = [
    { name: 'Naam', value: filled.name },
    { name: 'E-mailadres', value: filled.email },
    { name: 'Bestelnummer', value: filled.orderNumber },
    { name: 'Producten', value: named.join(', ') || 'De hele bestelling' },
    { name: 'Toelichting', value: filled.remark },
  ]
  return (
    <Card className="grid gap-6 sm:p-8">
      <h2 className="display text-heading">Klopt dit?</h2>
      <dl className="grid gap-4 sm:grid-cols-2">
        {facts.map(
          ({ name, value }) =>
            value && (
              <div key={name} className="grid gap-0.5">
                <dt className="text-small text-ink-soft">{name}</dt>
                <dd className="font-medium break-words">
                  <UnbrokenNumbers>{value}</UnbrokenNumbers>
                </dd>
              </div>
            ),
        )}
      </dl>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button busy={busy} onClick={onConfirm}>
          Herroeping bevestigen
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onBack}>
          Wijzigen
        </Button>
      </div>
    </Card>
  )
}
