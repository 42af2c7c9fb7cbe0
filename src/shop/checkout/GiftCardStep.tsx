import { type FormEvent, useState } from 'react'
import { MAX_GIFT_MESSAGE } from '../../money/credit/contract.ts'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { useUser } from '../../people/accounts/hooks.ts'
import { useCheckedSubmit } from '../../ui/call/formErrors.ts'
import { RadioCard } from '../../ui/forms/Checkbox.tsx'
import { Field, Input, Textarea } from '../../ui/forms/Field.tsx'
import { showOpened } from '../../ui/dialogs/showOpened.ts'
import type { CartItem } from '../cart/contract.ts'
import {
  deliveryDays,
  emptyRecipient,
  findDayError,
  type GiftCardRecipient,
  toDeliveries,
} from './giftCards.rules.ts'
import type { CheckoutState } from './hooks.ts'
import { StepHeading } from './StepHeading.tsx'

export const GIFT_CARD_FORM_ID = 'checkout-gift-card'

const loadSchema = async () =>
  (await import('./contract.ts')).checkout.input.pick({ giftCardDeliveries: true })

/** To whom each gift card goes, and when. */
export function GiftCardStep({ ordering }: { ordering: CheckoutState }) {
  const { giftCards, draft, change, goOn } = ordering
  const { recipients } = draft
  const [today] = useState(() => toBrusselsDay(new Date()))
  const [dayErrors, setDayErrors] = useState<Record<string, string | undefined>>({})
  const [checked, setChecked] = useState(recipients)
  const deliveries = toDeliveries(giftCards, recipients)
  const { errors, submit } = useCheckedSubmit(loadSchema, {
    mutate: (_, { onSuccess }) => onSuccess(),
    error: null,
  })
  const errorsOf = (productId: string) => (name: keyof GiftCardRecipient) => {
    // A recipient that was changed since is not checked yet.
    if (checked[productId]?.[name] !== recipients[productId]?.[name]) return undefined
    if (name === 'deliverOn' && dayErrors[productId]) return dayErrors[productId]
    return errors[`giftCardDeliveries.${deliveries.findIndex(each => each.productId === productId)}.${name}`]
  }
  const onSubmit = (event: FormEvent) => {
    const found = Object.fromEntries(
      deliveries.flatMap(({ productId, deliverOn }) => {
        const error = findDayError(deliverOn ?? '', today)
        return error === undefined ? [] : [[productId, error]]
      }),
    )
    setDayErrors(found)
    setChecked(recipients)
    const isDayRight = Object.keys(found).length === 0
    // Also with a wrong day: everything that is wrong is said at once.
    submit(event, { giftCardDeliveries: deliveries }, isDayRight ? goOn : undefined)
  }
  return (
    <>
      <StepHeading ordering={ordering}>
        {giftCards.length === 1 ? 'Voor wie is de cadeaubon?' : 'Voor wie zijn de cadeaubonnen?'}
      </StepHeading>
      <form id={GIFT_CARD_FORM_ID} noValidate method="post" onSubmit={onSubmit} className="grid gap-8">
        {giftCards.map(line => (
          <RecipientFields
            key={line.id}
            line={line}
            isOnly={giftCards.length === 1}
            today={today}
            recipient={recipients[line.productId] ?? emptyRecipient}
            errorOf={errorsOf(line.productId)}
            onChange={recipient => change({ recipients: { ...recipients, [line.productId]: recipient } })}
          />
        ))}
      </form>
    </>
  )
}

interface RecipientFieldsProps {
  line: CartItem
  isOnly: boolean
  today: string
  recipient: GiftCardRecipient
  errorOf: (name: keyof GiftCardRecipient) => string | undefined
  onChange: (recipient: GiftCardRecipient) => void
}

function RecipientFields({ line, isOnly, today, recipient, errorOf, onChange }: RecipientFieldsProps) {
  const { productId, quantity, product } = line
  const user = useUser()
  const choose = (isBuyer: boolean) => onChange({ ...recipient, isBuyer })
  return (
    <fieldset className="grid gap-4">
      <legend className={isOnly ? 'sr-only' : 'pb-3 font-medium'}>
        {quantity} × {product.name}
      </legend>
      <div className="grid gap-3">
        <RadioCard
          name={`recipient-${productId}`}
          checked={recipient.isBuyer}
          onChange={() => choose(true)}
          title="Naar mij"
        >
          Meteen na je betaling, naar <span className="wrap-anywhere">{user?.email ?? 'je eigen adres'}</span>
          . Om zelf te printen of te geven.
        </RadioCard>
        <RadioCard
          name={`recipient-${productId}`}
          checked={!recipient.isBuyer}
          onChange={() => choose(false)}
          title="Naar iemand anders"
        >
          Per mail, op de dag die jij kiest.
        </RadioCard>
      </div>
      {!recipient.isBuyer && (
        <OtherRecipient
          recipient={recipient}
          quantity={quantity}
          today={today}
          errorOf={errorOf}
          onChange={onChange}
        />
      )}
    </fieldset>
  )
}

type OtherRecipientProps = Pick<RecipientFieldsProps, 'today' | 'recipient' | 'errorOf' | 'onChange'> & {
  quantity: number
}

function OtherRecipient({ recipient, quantity, today, errorOf, onChange }: OtherRecipientProps) {
  const { first, last } = deliveryDays(today)
  const bind = (name: Exclude<keyof GiftCardRecipient, 'isBuyer'>) => ({
    value: recipient[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      onChange({ ...recipient, [name]: value }),
  })
  return (
    <div ref={showOpened} className="grid gap-4">
      <Field
        label="E-mailadres van de ontvanger"
        error={errorOf('recipientEmail')}
        hint={quantity > 1 ? `Alle ${quantity} gaan naar dit adres, elk in een eigen mail.` : undefined}
      >
        <Input type="email" autoComplete="off" inputMode="email" {...bind('recipientEmail')} />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Naam ontvanger" optional error={errorOf('recipientName')}>
          <Input autoComplete="off" maxLength={80} {...bind('recipientName')} />
        </Field>
        <Field
          label="Jouw naam"
          optional
          error={errorOf('senderName')}
          hint="Zonder naam zegt de mail niet van wie."
        >
          <Input autoComplete="off" maxLength={80} {...bind('senderName')} />
        </Field>
      </div>
      <Field
        label="Bericht"
        optional
        error={errorOf('message')}
        hint={`${recipient.message.length} / ${MAX_GIFT_MESSAGE} tekens`}
      >
        <Textarea rows={3} maxLength={MAX_GIFT_MESSAGE} {...bind('message')} />
      </Field>
      <Field
        label="Wanneer"
        optional
        error={errorOf('deliverOn')}
        hint="Die dag om 9 uur. Zonder dag: meteen na je betaling."
      >
        <Input type="date" min={first} max={last} {...bind('deliverOn')} />
      </Field>
    </div>
  )
}
