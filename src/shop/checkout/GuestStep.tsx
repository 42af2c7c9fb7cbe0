import { type ReactNode, useCallback, useRef, useState } from 'react'
import { Link } from 'react-router'
import { LoginLink } from '../../people/accounts/login/LoginLink.tsx'
import { AddressForm } from '../../people/addresses/AddressForm.tsx'
import type { AddressInput } from '../../people/addresses/contract.ts'
import { type AddressFormValues, emptyAddressForm } from '../../people/addresses/rules.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Field, Input } from '../../ui/forms/Field.tsx'
import { GuestDetails } from './contract.ts'
import { GUEST_ID } from './draft.hooks.ts'
import type { CheckoutState } from './hooks.ts'
import { ADDRESS_FORM_ID } from './steps.rules.ts'
import { StepHeading } from './StepHeading.tsx'

/** The form for an order without an account: an e-mail address, where it goes, and the terms. */
export function GuestStep({ ordering }: { ordering: CheckoutState }) {
  const { draft, change, isDigital, introduced } = ordering
  const { guest } = draft
  const [errors, setErrors] = useState<{ email?: string; acceptsTerms?: string }>({})
  const fields = useRef<HTMLDivElement>(null)
  /** @param addressErrors by the names of the fields of an address that is not complete yet */
  const finish = (address: Omit<AddressInput, 'isDefault'> | null, addressErrors: object = {}) => {
    const parsed = GuestDetails.safeParse({ ...guest, address })
    const found: typeof errors = {}
    for (const { path, message } of parsed.error?.issues ?? [])
      if (path[0] === 'email' || path[0] === 'acceptsTerms') found[path[0]] ??= message
    setErrors(found)
    const wrong = { ...addressErrors, ...found }
    const inputs = fields.current?.querySelectorAll<HTMLInputElement>('input, select') ?? []
    const first = Array.from(inputs).find(({ name }) => name in wrong)
    if (first) first.focus()
    else if (parsed.success) introduced({ ...guest, email: parsed.data.email, address, isComplete: true })
  }
  return (
    <>
      <StepHeading ordering={ordering}>Bestellen zonder account</StepHeading>
      <p className="mb-5 text-small text-ink-soft">
        Heb je een account?{' '}
        <LoginLink className="font-medium text-accent-text underline underline-offset-4 hover:decoration-2">
          Inloggen
        </LoginLink>
        . Wat in je winkelwagen ligt, komt mee.
      </p>
      <div ref={fields} className="grid gap-4">
        <Field label="E-mailadres" hint="Hierheen sturen we de bevestiging." error={errors.email}>
          <Input
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            value={guest.email}
            onChange={event => change({ guest: { ...guest, email: event.target.value } })}
          />
        </Field>
        {isDigital ? (
          <DetailsForm onSubmit={() => finish(null)} />
        ) : (
          <GuestAddress
            ordering={ordering}
            onSubmit={finish}
            onInvalid={addressErrors => finish(null, addressErrors)}
          />
        )}
        <TermsCheckbox
          checked={guest.acceptsTerms}
          error={errors.acceptsTerms}
          onChange={acceptsTerms => change({ guest: { ...guest, acceptsTerms } })}
        />
      </div>
    </>
  )
}

/** The form that the button submits when nothing is sent. */
const DetailsForm = ({ onSubmit }: { onSubmit: () => void }) => (
  <form
    id={ADDRESS_FORM_ID}
    noValidate
    onSubmit={event => {
      event.preventDefault()
      onSubmit()
    }}
  />
)

function GuestAddress({
  ordering: { draft, change },
  onSubmit,
  onInvalid,
}: {
  ordering: CheckoutState
  onSubmit: (address: Omit<AddressInput, 'isDefault'>) => void
  onInvalid: (errors: object) => void
}) {
  const remember = useCallback((typed: AddressFormValues) => change({ typed }), [change])
  const { address } = draft.guest
  const known = address && { ...address, company: address.company ?? '' }
  return (
    <AddressForm
      id={ADDRESS_FORM_ID}
      initial={draft.typed ?? known ?? emptyAddressForm}
      onValuesChange={remember}
      save={input =>
        Promise.resolve({
          ...input,
          company: input.company ?? null,
          country: input.country ?? 'Nederland',
          id: GUEST_ID,
          isDefault: false,
          createdAt: '',
        })
      }
      onInvalid={onInvalid}
      onSaved={({ id: _id, isDefault: _isDefault, createdAt: _createdAt, ...saved }) => onSubmit(saved)}
    />
  )
}

interface TermsCheckboxProps {
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

const TermsCheckbox = ({ checked, error, onChange }: TermsCheckboxProps): ReactNode => (
  <div className="grid gap-1">
    <Checkbox
      name="acceptsTerms"
      checked={checked}
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : 'guest-terms-error'}
      onChange={event => onChange(event.target.checked)}
    >
      Ik ben 18 jaar of ouder en ga akkoord met de{' '}
      <Link to="/terms-of-service" target="_blank" className="underline underline-offset-4">
        voorwaarden
      </Link>
      .
    </Checkbox>
    {error !== undefined && (
      <p id="guest-terms-error" role="alert" className="text-small text-danger">
        {error}
      </p>
    )}
  </div>
)
