import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../../ui/format.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { RadioCard } from '../../../ui/forms/Checkbox.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../../ui/dialogs/DialogButtons.tsx'
import { formatCents } from '../../../wire/money.ts'
import type { DebtResolution, MinuteDebt } from '../contract.ts'
import { debtResolutionLabels } from '../labels.rules.ts'
import { useSettleMinuteDebt, minuteDebtsQuery } from './hooks.ts'

/** The debts of a customer for minutes whose payment was charged back; nothing when there never was any. */
export function AdminMinuteDebts({ userId }: { userId: string }) {
  const { data: debts } = useSuspenseQuery(minuteDebtsQuery(userId))
  const [settled, settle] = useState<MinuteDebt | null>(null)
  if (debts.length === 0) return null
  return (
    <Card className="p-5">
      <h2 className="display text-subheading">Teruggeboekt</h2>
      <p className="mt-1 text-small text-ink-soft">
        Voor minuten die al gespeeld waren. Zolang er iets openstaat, kan deze klant geen minuten of cadeaus
        kopen.
      </p>
      <ul className="mt-3 divide-y divide-line">
        {debts.map(debt => (
          <li key={debt.id} className="flex items-center justify-between gap-4 py-3">
            <span className="figures grid">
              <span className="font-medium">{formatCents(debt.amountCents)}</span>
              <span className="text-small text-ink-soft">{describeDebt(debt)}</span>
            </span>
            {debt.settledAt === null && (
              <Button variant="secondary" size="sm" onClick={() => settle(debt)}>
                Afhandelen
              </Button>
            )}
          </li>
        ))}
      </ul>
      {settled && <SettleDialog debt={settled} onClose={() => settle(null)} />}
    </Card>
  )
}

const describeDebt = ({ createdAt, settledAt, resolution }: MinuteDebt): string =>
  settledAt !== null && resolution !== null
    ? `${debtResolutionLabels[resolution].title} op ${formatDate(settledAt)}`
    : `open sinds ${formatDate(createdAt)}`

/** Asks how it was settled, which can't be undone. */
function SettleDialog({ debt, onClose }: { debt: MinuteDebt; onClose: () => void }) {
  const settle = useSettleMinuteDebt()
  const [resolution, choose] = useState<DebtResolution>('PAID')
  const send = () => settle.mutate({ debtId: debt.id, resolution }, { onSettled: onClose })
  return (
    <Dialog open onOpenChange={open => !open && !settle.isPending && onClose()}>
      <DialogContent
        title={`${formatCents(debt.amountCents)} afhandelen`}
        description="Daarna kan deze klant weer kopen. De minuten komen er niet mee terug."
        footer={
          <DialogButtons isBusy={settle.isPending} onCancel={onClose}>
            <Button busy={settle.isPending} onClick={send}>
              Afhandelen
            </Button>
          </DialogButtons>
        }
      >
        <fieldset className="grid gap-3">
          <legend className="sr-only">Hoe is het afgehandeld?</legend>
          {(['PAID', 'WAIVED'] as const).map(value => (
            <RadioCard
              key={value}
              name="resolution"
              title={debtResolutionLabels[value].title}
              checked={resolution === value}
              onChange={() => choose(value)}
            >
              {debtResolutionLabels[value].meaning}
            </RadioCard>
          ))}
        </fieldset>
      </DialogContent>
    </Dialog>
  )
}
