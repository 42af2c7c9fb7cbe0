import { Gift, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Input } from '../../ui/forms/Field.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { formatCents } from '../../wire/money.ts'
import { useCreditChoice } from './choice.hooks.ts'
import { lastFourOf } from './choice.rules.ts'
import { MAX_GIFT_CARDS, type RefusedCard } from './contract.ts'
import { useCheckGiftCard } from './hooks.ts'
import { giftCardName } from './labels.rules.ts'

interface CreditFieldsProps {
  userId: string
  /** Cents of one's own. */
  storeCredit: number
  /** Cards that pay nothing, and why. */
  refused: readonly Pick<RefusedCard, 'code' | 'message'>[]
}

/** The gift cards to pay with, a field for another, and a switch for one's own store credit. */
export function CreditFields({ userId, storeCredit, refused }: CreditFieldsProps) {
  const { choice, removeCard } = useCreditChoice(userId)
  const [isOpen, setIsOpen] = useState(false)
  const { giftCards } = choice
  return (
    <div className="grid gap-2">
      {storeCredit > 0 && <StoreCreditSwitch userId={userId} storeCredit={storeCredit} />}
      {giftCards.length > 0 && (
        <ul aria-label="Cadeaubonnen" className="flex flex-wrap gap-2">
          {giftCards.map(code => (
            <li
              key={code}
              className="figures inline-flex items-center gap-1.5 rounded-full bg-accent-soft pl-3 text-small font-medium text-accent-text"
            >
              <Gift className="size-3.5" aria-hidden />
              {giftCardName(lastFourOf(code))}
              <button
                type="button"
                aria-label={`Verwijder cadeaubon die eindigt op ${lastFourOf(code)}`}
                className="grid size-9 place-items-center rounded-full hover:bg-ink/6"
                onClick={() => removeCard(code)}
              >
                <X className="size-4" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {refused
        .filter(({ code }) => giftCards.includes(code))
        .map(({ code, message }) => (
          <p key={code} role="status" className="text-small text-ink-soft">
            …{lastFourOf(code)}: {message}
          </p>
        ))}
      {isOpen && giftCards.length < MAX_GIFT_CARDS ? (
        <GiftCardForm userId={userId} onDone={() => setIsOpen(false)} />
      ) : (
        giftCards.length < MAX_GIFT_CARDS && (
          <Button variant="link" className="justify-self-start text-small" onClick={() => setIsOpen(true)}>
            {giftCards.length > 0 ? 'Nog een cadeaubon' : 'Cadeaubon gebruiken'}
          </Button>
        )
      )}
    </div>
  )
}

function StoreCreditSwitch({ userId, storeCredit }: Pick<CreditFieldsProps, 'userId' | 'storeCredit'>) {
  const { choice, setUseStoreCredit } = useCreditChoice(userId)
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-6 rounded-card border border-line px-4 py-3">
      <label htmlFor={id} className="figures text-small font-medium">
        Gebruik mijn tegoed ({formatCents(storeCredit)})
      </label>
      <Switch id={id} checked={choice.useStoreCredit} onCheckedChange={setUseStoreCredit} />
    </div>
  )
}

function GiftCardForm({ userId, onDone }: { userId: string; onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const { addCard } = useCreditChoice(userId)
  const { check, isPending, card, message, reset } = useCheckGiftCard(({ code, balance }) => {
    if (balance === 0) return
    addCard(code)
    onDone()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The checkout is a form of its own where an address is typed.
    event.stopPropagation()
    if (typed.trim() !== '') check(typed)
  }
  return (
    <form noValidate method="post" onSubmit={submit}>
      <Field label="Code van je cadeaubon" error={card?.balance === 0 ? 'Deze cadeaubon is op.' : message}>
        <div className="flex gap-2">
          <Input
            // oxlint-disable-next-line jsx_a11y/no-autofocus -- the customer has just asked for this field
            autoFocus
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
            Toepassen
          </Button>
        </div>
      </Field>
    </form>
  )
}
