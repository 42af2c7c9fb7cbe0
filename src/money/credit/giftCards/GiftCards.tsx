import { Gift, Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { CallError } from '../../../ui/call/call.ts'
import { formatDate } from '../../../ui/format.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../../ui/dialogs/DialogButtons.tsx'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { formatCents } from '../../../wire/money.ts'
import type { BoughtGiftCard } from '../contract.ts'
import { useSendGiftCard } from '../hooks.ts'
import { deliveryText, giftCardName, giftCardStateLabels } from '../labels.rules.ts'

interface GiftCardsProps {
  cards: BoughtGiftCard[]
  /** The query of their order, read again after a change. */
  orderKey: readonly unknown[]
}

/** The gift cards that were bought with an order: where each is, and a way to send it again. */
export function GiftCards({ cards, orderKey }: GiftCardsProps) {
  const [sent, send] = useState<BoughtGiftCard | null>(null)
  return (
    <Card className="grid gap-2 print:hidden">
      <h2 className="display text-heading">{cards.length === 1 ? 'Je cadeaubon' : 'Je cadeaubonnen'}</h2>
      <ul className="divide-y divide-line">
        {cards.map(card => (
          <CardItem key={card.id} card={card} onSend={() => send(card)} />
        ))}
      </ul>
      {sent && <SendDialog card={sent} orderKey={orderKey} onClose={() => send(null)} />}
    </Card>
  )
}

/** Whether sending it makes sense: nobody can spend it otherwise. */
const canBeSent = ({ state }: BoughtGiftCard): boolean => state === 'SCHEDULED' || state === 'ACTIVE'

const CardItem = ({ card, onSend }: { card: BoughtGiftCard; onSend: () => void }) => {
  const { lastFour, value, state } = card
  const label = giftCardStateLabels[state]
  return (
    <li className="figures flex flex-wrap items-center gap-x-4 gap-y-3 py-4 last:pb-0">
      <Gift className="size-5 shrink-0 self-start text-accent-text" strokeWidth={1.5} aria-hidden />
      <div className="grid min-w-0 grow basis-56 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{formatCents(value)}</span>
          <Badge tone={label.tone}>{label.name}</Badge>
        </p>
        <p className="text-small wrap-anywhere text-ink-soft">{deliveryText(card, formatDate)}</p>
        <p className="text-small text-ink-faint">Code eindigt op {lastFour}</p>
      </div>
      {canBeSent(card) && (
        <Button variant="secondary" size="sm" className="max-sm:h-11 max-sm:w-full" onClick={onSend}>
          <Send aria-hidden />
          {state === 'SCHEDULED' ? 'Wijzigen' : 'Opnieuw sturen'}
          <span className="sr-only">: {giftCardName(lastFour)}</span>
        </Button>
      )}
    </li>
  )
}

interface SendDialogProps {
  card: BoughtGiftCard
  orderKey: readonly unknown[]
  onClose: () => void
}

/** Sends a card again, or to another address or day while nothing of it was spent. */
function SendDialog({ card, orderKey, onClose }: SendDialogProps) {
  const { id: cardId, recipientEmail, deliverOn, state } = card
  const isPlanned = state === 'SCHEDULED'
  const [email, setEmail] = useState(recipientEmail ?? '')
  const [day, setDay] = useState(deliverOn)
  const send = useSendGiftCard(orderKey)
  const errors = send.error instanceof CallError ? send.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changed = {
      ...(email.trim() !== (recipientEmail ?? '') && { recipientEmail: email }),
      ...(isPlanned && day !== deliverOn && day !== '' && { deliverOn: day }),
    }
    send.mutate({ cardId, ...changed }, { onSuccess: onClose })
  }
  return (
    <Dialog open onOpenChange={open => !open && !send.isPending && onClose()}>
      <DialogContent
        title={isPlanned ? 'Ontvanger wijzigen' : 'Opnieuw sturen'}
        description="Zolang er nog niet mee betaald is, kan de bon naar een ander adres."
        footer={
          <DialogButtons isBusy={send.isPending} onCancel={onClose}>
            <Button type="submit" form="send-gift-card" busy={send.isPending}>
              {isPlanned ? 'Bewaren' : 'Sturen'}
            </Button>
          </DialogButtons>
        }
      >
        <form id="send-gift-card" noValidate method="post" onSubmit={submit} className="grid gap-5">
          <Field label="E-mailadres van de ontvanger" error={errors['recipientEmail']}>
            <Input
              type="email"
              inputMode="email"
              autoComplete="off"
              value={email}
              onChange={event => setEmail(event.target.value)}
            />
          </Field>
          {isPlanned && (
            <Field label="Wanneer" error={errors['deliverOn']} hint="Die dag om 9 uur.">
              <Input type="date" value={day} onChange={event => setDay(event.target.value)} />
            </Field>
          )}
        </form>
      </DialogContent>
    </Dialog>
  )
}
