import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BusinessFields } from '../../money/vat/BusinessFields.tsx'
import { CountryField } from '../../money/vat/CountryField.tsx'
import { useStatedCountry } from '../../money/vat/country.hooks.ts'
import type { BusinessDetails } from '../../money/vat/number.contract.ts'
import { useUser } from '../../people/accounts/hooks.ts'
import { Button } from '../../ui/components/Button.tsx'
import { RadioCard } from '../../ui/forms/Checkbox.tsx'
import { Dialog, DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { Field, Input } from '../../ui/forms/Field.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { VatNote, WithoutVatNote } from '../../ui/components/VatNote.tsx'
import { newIdempotencyKey } from '../../ui/call/idempotencyKey.ts'
import { formatCents } from '../../wire/money.ts'
import { type Gift, type GiftState, MAX_BUYER_NAME_LENGTH } from './contract.ts'
import { businessGiftsQuery, usePurchaseGift } from './hooks.ts'

const FORM = 'give'

/** Name or anonymous, a business, the terms, and the binding order button. */
export function GiftPurchaseDialog({ gift, onClose }: { gift: Gift; onClose: () => void }) {
  const user = useUser()
  const [isAnonymous, setAnonymous] = useState(false)
  const [name, setName] = useState(user?.displayName ?? '')
  const keyFor = useIdempotencyKey()
  const give = usePurchaseGift()
  const stated = useStatedCountry({ isDigital: true, hasAccount: true })
  const { business, setBusiness, offer, isPricing } = useBusinessPrice(gift)
  const submit = () => {
    const buyer = business ? { business } : stated.input
    const choice = { isAnonymous, buyerName: isAnonymous ? null : name.trim() || null, ...buyer }
    give.mutate({ gift: offer, ...choice, idempotencyKey: keyFor(JSON.stringify([offer.price, choice])) })
  }
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title={gift.name}
        description={`Een cadeau voor ${gift.ownerName}`}
        footer={<Footer gift={offer} busy={give.isPending || give.isSuccess || isPricing} />}
      >
        <div className="grid gap-6">
          <form
            id={FORM}
            noValidate
            method="post"
            className="grid gap-6"
            onSubmit={event => {
              event.preventDefault()
              submit()
            }}
          >
            <UnavailableNotice state={gift.state} />
            <GiverFields
              ownerName={gift.ownerName}
              isAnonymous={isAnonymous}
              name={name}
              onAnonymous={setAnonymous}
              onName={setName}
            />
            {!business && <CountryField stated={stated} />}
          </form>
          <BusinessFields
            business={business}
            isReverseCharged={offer.isReverseCharged ?? false}
            onChange={setBusiness}
          />
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** The gift at the price of the business that gives it, when there is one. */
function useBusinessPrice(gift: Gift) {
  const [business, setBusiness] = useState<BusinessDetails | null>(null)
  const priced = useQuery({ ...businessGiftsQuery(business?.vatNumber ?? ''), enabled: business !== null })
  const found = business && priced.data?.find(({ id }) => id === gift.id)
  return { business, setBusiness, offer: found ?? gift, isPricing: business !== null && priced.isPending }
}

interface GiverFieldsProps {
  ownerName: string
  isAnonymous: boolean
  name: string
  onAnonymous: (isAnonymous: boolean) => void
  onName: (name: string) => void
}

const GiverFields = ({ ownerName, isAnonymous, name, onAnonymous, onName }: GiverFieldsProps) => (
  <>
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-small font-medium">Hoe wil je geven?</legend>
      <RadioCard name="from" checked={!isAnonymous} onChange={() => onAnonymous(false)} title="Met een naam">
        {ownerName} ziet de naam die je hieronder kiest.
      </RadioCard>
      <RadioCard name="from" checked={isAnonymous} onChange={() => onAnonymous(true)} title="Anoniem">
        {ownerName} ziet alleen dat er iets gegeven is.
      </RadioCard>
    </fieldset>
    {!isAnonymous && (
      <Field label="Naam" hint="Laat je dit leeg, dan tonen we je weergavenaam." optional>
        <Input
          value={name}
          maxLength={MAX_BUYER_NAME_LENGTH}
          autoComplete="nickname"
          onChange={event => onName(event.target.value)}
        />
      </Field>
    )}
  </>
)

function UnavailableNotice({ state }: { state: GiftState }) {
  if (state === 'FREE') return null
  return (
    <Notice tone="error" title="Dit cadeau kun je nu niet geven">
      {state === 'GIVEN'
        ? 'Iemand was je net voor. Kies iets anders van de lijst.'
        : 'Iemand anders rekent het nu af. Probeer het over een half uur opnieuw.'}
    </Notice>
  )
}

/** One idempotency key per combination of choices and price, kept for retries. */
function useIdempotencyKey() {
  const [intention, setIntention] = useState({ of: '', key: '' })
  return (of: string): string => {
    if (intention.of === of) return intention.key
    const key = newIdempotencyKey()
    setIntention({ of, key })
    return key
  }
}

const Footer = ({ gift, busy }: { gift: Gift; busy: boolean }) => (
  <div className="grid gap-3">
    <p className="figures flex items-baseline justify-between text-subheading font-medium">
      <span>Te betalen {gift.isReverseCharged ? <WithoutVatNote /> : <VatNote />}</span>
      <span>{formatCents(gift.price)}</span>
    </p>
    <p className="text-tiny text-ink-soft">
      Je betaalt voor een cadeau aan {gift.ownerName} en ontvangt zelf niets. Het wordt meteen gegeven en is
      daarna niet te herroepen. Kan het niet meer gegeven worden, dan krijg je alles terug.
    </p>
    <Button size="lg" type="submit" form={FORM} busy={busy} disabled={gift.state !== 'FREE'} className="px-4">
      Bestellen met betalingsverplichting
    </Button>
  </div>
)
