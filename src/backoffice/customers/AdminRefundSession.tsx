import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/DialogButtons.tsx'
import { Field, Input } from '../../ui/forms/Field.tsx'
import { formatMinutes } from '../../ui/format.ts'
import { formatCents } from '../../wire/money.ts'
import type { CustomerSession, SessionRefund } from './contract.ts'
import { sessionRefundQuery, useRefundSession } from './hooks.ts'
import type { SessionRefundForm } from './minutesForm.rules.ts'

/** Gives minutes of a session back to its player; says how many were, when all are. */
export function AdminRefundSession({ session }: { session: CustomerSession }) {
  const [isOpen, setOpen] = useState(false)
  const { minutesBack, minutesPurchased } = session
  if (minutesPurchased <= minutesBack) return minutesBack > 0 ? `${minutesBack} terug` : null
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Teruggeven
      </Button>
      {isOpen && <RefundDialog session={session} onClose={() => setOpen(false)} />}
    </>
  )
}

function RefundDialog({ session, onClose }: { session: CustomerSession; onClose: () => void }) {
  const { id: sessionId, minutesBack, minutesPurchased } = session
  const refund = useRefundSession()
  const form = useApiForm<z.input<typeof SessionRefundForm>, z.output<typeof SessionRefundForm>>(
    async () => (await import('./minutesForm.rules.ts')).SessionRefundForm,
    { backMinutes: String(minutesPurchased), reason: '' },
    (input, onError) => refund.mutate({ ...input, sessionId }, { onSuccess: onClose, onError }),
  )
  const typed = Number(useWatch({ control: form.control, name: 'backMinutes' }).trim())
  const isPossible = Number.isInteger(typed) && typed > minutesBack && typed <= minutesPurchased
  const { data, error } = useQuery({ ...sessionRefundQuery(sessionId, typed), enabled: isPossible })
  return (
    <Dialog open onOpenChange={open => !open && !refund.isPending && onClose()}>
      <DialogContent
        title="Minuten van deze sessie teruggeven"
        description="Ze komen op het saldo van de speler, in het pakket waaruit ze kwamen. Het zijn minuten en geen geld: een gesloten kwartaal verandert er niet door."
      >
        <form onSubmit={form.submit} noValidate method="post" className="grid gap-5">
          <Field
            label="Minuten terug, in totaal"
            hint={`${formatMinutes(minutesPurchased)} gespeeld${minutesBack > 0 ? `, ${minutesBack} al terug` : ''}.`}
            error={form.errors.backMinutes?.message}
          >
            <Input inputMode="numeric" autoComplete="off" {...form.register('backMinutes')} />
          </Field>
          <div aria-live="polite" className="rounded-inner bg-sunken p-5 text-small">
            {error ? error.message : isPossible && data ? <Effect refund={data} /> : 'Kies een aantal.'}
          </div>
          <Field
            label="Reden"
            hint="Komt in het grootboek, en in de kopie die iemand van de eigen gegevens kan vragen."
            error={form.errors.reason?.message}
          >
            <Input autoComplete="off" {...form.register('reason')} />
          </Field>
          <DialogButtons isBusy={refund.isPending} onCancel={onClose}>
            <Button type="submit" busy={refund.isPending} disabled={!isPossible || !data}>
              Teruggeven
            </Button>
          </DialogButtons>
        </form>
      </DialogContent>
    </Dialog>
  )
}

const Effect = ({
  refund: { minutes, valueCents, takenBackCents, shopCents },
}: {
  refund: SessionRefund
}) => (
  <p className="figures">
    De speler krijgt {formatMinutes(minutes)} terug, waarvoor {formatCents(valueCents)} is betaald. Van de
    creator gaat {formatCents(takenBackCents)} terug; {formatCents(shopCents)} was al uitbetaalbaar, en dat
    draagt de winkel.
  </p>
)
