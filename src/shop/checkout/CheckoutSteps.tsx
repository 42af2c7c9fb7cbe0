import { Plus } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { AddressChoice } from '../../people/addresses/AddressChoice.tsx'
import { AddressForm } from '../../people/addresses/AddressForm.tsx'
import { type AddressFormValues, emptyAddressForm, formatAddressLines } from '../../people/addresses/rules.ts'
import { CreditFields } from '../../money/credit/CreditFields.tsx'
import { CountryField } from '../../money/vat/CountryField.tsx'
import { formatDate } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import type { CheckoutState } from './hooks.ts'
import { Field, Textarea } from '../../ui/forms/Field.tsx'
import { formatCents } from '../../wire/money.ts'
import { ADDRESS_FORM_ID, MAX_COMMENT_LENGTH, offersComments, offersShipping } from './steps.rules.ts'
import { CallError } from '../../ui/call/call.ts'
import { BusinessFields } from '../../money/vat/BusinessFields.tsx'
import { GuestStep } from './GuestStep.tsx'
import { StepHeading } from './StepHeading.tsx'
import { PromotionCodes } from './PromotionCodes.tsx'
import { pickupAddress } from '../shipping/pickup.rules.ts'
import { describeRecipient, emptyRecipient } from './giftCards.rules.ts'
import { describeRefusal } from './refusal.rules.ts'

export function AddressStep({ ordering }: { ordering: CheckoutState }) {
  const { isDigital, isGuest, isTyping, readAgain } = ordering
  if (isGuest) return <GuestStep ordering={ordering} />
  if (isDigital) {
    return (
      <>
        <StepHeading ordering={ordering}>Geen adres nodig</StepHeading>
        <Notice tone="info" title="Je winkelwagen bevat alleen digitale producten">
          Er wordt niets verzonden, dus een adres is niet nodig.
        </Notice>
      </>
    )
  }
  if (readAgain) {
    return (
      <div className="grid justify-items-start gap-4">
        <Notice tone="error" title="Je adressen zijn even niet te bereiken" />
        <Button variant="secondary" onClick={readAgain}>
          Probeer opnieuw
        </Button>
      </div>
    )
  }
  return isTyping ? <NewAddress ordering={ordering} /> : <SavedAddresses ordering={ordering} />
}

function SavedAddresses({ ordering }: { ordering: CheckoutState }) {
  const { addresses, address, change, shippingRefusal } = ordering
  return (
    <>
      <StepHeading ordering={ordering}>Waar mag het heen?</StepHeading>
      <AddressChoice
        addresses={addresses}
        chosen={address?.id ?? null}
        onChoose={addressId => change({ addressId })}
        error={shippingRefusal ?? undefined}
      />
      <Button
        variant="quiet"
        className="mt-3 -ml-3 h-auto min-h-12 px-3 text-left whitespace-normal"
        onClick={() => change({ typed: emptyAddressForm })}
      >
        <Plus aria-hidden />
        Nieuw adres toevoegen
      </Button>
    </>
  )
}

function NewAddress({ ordering }: { ordering: CheckoutState }) {
  const { draft, change, addresses, addAddress, saved } = ordering
  const remember = useCallback((typed: AddressFormValues) => change({ typed }), [change])
  return (
    <>
      <StepHeading ordering={ordering}>
        {addresses.length === 0 ? 'Waar mag het heen?' : 'Nieuw adres'}
      </StepHeading>
      <AddressForm
        id={ADDRESS_FORM_ID}
        initial={draft.typed ?? emptyAddressForm}
        onValuesChange={remember}
        save={addAddress.mutateAsync}
        onSaved={saved}
      />
      {addresses.length > 0 && (
        <Button variant="quiet" className="mt-4 -ml-3 px-3" onClick={() => change({ typed: null })}>
          Toch een bekend adres
        </Button>
      )}
    </>
  )
}

export function PaymentStep({ ordering }: { ordering: CheckoutState }) {
  const { lines, draft, change, userId, refused, giftCards, storeCredit, refusedCards, priceOf } = ordering
  return (
    <>
      <StepHeading ordering={ordering}>Klopt alles?</StepHeading>
      <div className="grid gap-5">
        {ordering.paymentRefusal && (
          <Notice tone="error" title="Bestel dit in twee keer">
            {ordering.paymentRefusal}
          </Notice>
        )}
        <RefusalNotice ordering={ordering} />
        <ul className="grid gap-2">
          {lines.map(line => (
            <li key={line.id} className="figures flex justify-between gap-4">
              <span>
                {line.quantity} × {line.product.name}
              </span>
              <span className="shrink-0">{formatCents(line.quantity * priceOf(line))}</span>
            </li>
          ))}
        </ul>
        <div className="grid gap-3">
          <PromotionCodes userId={userId} lines={lines} refused={refused} />
          {/* Gift cards are not paid with gift cards. */}
          {giftCards.length < lines.length && (
            <CreditFields userId={userId} storeCredit={storeCredit} refused={refusedCards} />
          )}
          <BusinessFields
            business={draft.business}
            isReverseCharged={ordering.isReverseCharged}
            onChange={business => change({ business })}
          />
        </div>
        <CountryField stated={ordering.stated} />
        <Recap ordering={ordering} />
        {offersComments(lines) && (
          <Field label="Opmerking" optional hint={`${draft.comments.length} / ${MAX_COMMENT_LENGTH} tekens`}>
            <Textarea
              rows={3}
              maxLength={MAX_COMMENT_LENGTH}
              value={draft.comments}
              onChange={event => change({ comments: event.target.value })}
            />
          </Field>
        )}
      </div>
    </>
  )
}

function Recap({ ordering }: { ordering: CheckoutState }) {
  const { lines, address, isDigital, isGuest, hasTracking, goTo, giftCards, draft } = ordering
  if (isDigital && !isGuest && giftCards.length === 0) return null
  return (
    <ul className="grid gap-4 rounded-card bg-sunken p-4 text-small">
      {isGuest && (
        <Fact name="E-mailadres" onChange={() => goTo('address')}>
          <span className="wrap-anywhere">{draft.guest.email}</span>
        </Fact>
      )}
      {address && (
        <Fact name="Verzendadres" onChange={() => goTo('address')}>
          {address.firstName} {address.lastName}, {formatAddressLines(address).join(', ')}
        </Fact>
      )}
      {giftCards.map(line => (
        <Fact key={line.id} name={line.product.name} onChange={() => goTo('giftCard')}>
          {describeRecipient(draft.recipients[line.productId] ?? emptyRecipient, formatDate)}
        </Fact>
      ))}
      {offersShipping(lines) && (
        <Fact name="Verzending" onChange={() => goTo('shipping')}>
          {draft.isPickup && draft.pickupPoint
            ? `Afhalen bij ${draft.pickupPoint.name}, ${pickupAddress(draft.pickupPoint)}`
            : hasTracking
              ? 'Met track & trace'
              : 'Standaard'}
        </Fact>
      )}
    </ul>
  )
}

function Fact({ name, onChange, children }: { name: string; onChange: () => void; children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-4">
      <div className="grid gap-0.5">
        <p className="text-ink-soft">{name}</p>
        <p className="font-medium">{children}</p>
      </div>
      <Button variant="link" className="text-small" onClick={onChange}>
        Wijzig<span className="sr-only"> {name.toLowerCase()}</span>
      </Button>
    </li>
  )
}

function RefusalNotice({ ordering }: { ordering: CheckoutState }) {
  const place = useRef<HTMLDivElement>(null)
  const { error, variables } = ordering.order
  // Scrolls to the notice, which may be out of view. The braces are required: some browsers return a promise, which
  // React would take for a clean-up function.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  if (!(error instanceof CallError) || error.code === 'OFFLINE' || !variables) return null
  const { code, reason: message, details } = error
  const { lines, trackingPrice: was, basket } = variables
  const tracking = basket.hasTracking ? { was, is: ordering.trackingPrice } : undefined
  const refusal = describeRefusal({ ...details, code, message }, lines, ordering.lines, tracking)
  if (!refusal) return null
  return (
    <div ref={place} className="scroll-mt-4">
      <Notice tone={code === 'CREDIT_CHANGED' ? 'waiting' : 'error'} title={refusal.title}>
        {refusal.lines.map(line => (
          <p key={line}>{line}</p>
        ))}
      </Notice>
    </div>
  )
}
