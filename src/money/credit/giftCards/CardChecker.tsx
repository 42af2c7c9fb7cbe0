import { type FormEvent, useState } from 'react'
import { formatDate } from '../../../ui/format.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { formatCents } from '../../../wire/money.ts'
import { lastValidMoment } from './day.rules.ts'
import { useCheckGiftCard } from '../hooks.ts'
import { giftCardName } from '../labels.rules.ts'

/** A field for the code of a gift card, and below it the card's balance. */
export function CardChecker() {
  const [typed, setTyped] = useState('')
  const { check, isPending, card, message, reset } = useCheckGiftCard()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') check(typed)
  }
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <Field label="Code" hint="De 16 tekens die op de bon staan." error={message}>
        <div className="flex gap-2">
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={typed}
            onChange={event => {
              setTyped(event.target.value)
              reset()
            }}
          />
          <Button type="submit" variant="secondary" busy={isPending}>
            Bekijken
          </Button>
        </div>
      </Field>
      <div role="status">
        {card && (
          <p className="figures grid gap-0.5 rounded-card bg-sunken p-4">
            <span className="text-small text-ink-soft">{giftCardName(card.lastFour)}</span>
            <span className="display text-heading">{formatCents(card.balance)}</span>
            <span className="text-small text-ink-soft">
              Geldig tot en met {formatDate(lastValidMoment(card.expiresAt))}
            </span>
          </p>
        )}
      </div>
    </form>
  )
}
