import { Plus } from 'lucide-react'
import { useCallback } from 'react'
import { AddressChoice } from '../../people/addresses/AddressChoice.tsx'
import { AddressForm } from '../../people/addresses/AddressForm.tsx'
import { emptyAddressForm, type AddressFormValues } from '../../people/addresses/rules.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import type { CheckoutState } from './hooks.ts'
import { StepHeading } from './StepHeading.tsx'

export const ADDRESS_FORM_ID = 'checkout-address'

export function AddressStep({ ordering }: { ordering: CheckoutState }) {
  const { isDigital, isTyping, readAgain } = ordering
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
  const { addresses, address, change } = ordering
  return (
    <>
      <StepHeading ordering={ordering}>Waar mag het heen?</StepHeading>
      <AddressChoice
        addresses={addresses}
        chosen={address?.id ?? null}
        onChoose={addressId => change({ addressId })}
      />
      <Button variant="quiet" className="mt-3 -ml-3 px-3" onClick={() => change({ typed: emptyAddressForm })}>
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
