import { useEffect, useState } from 'react'
import { type FieldErrors, useForm, type UseFormRegister, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useShop } from '../../ui/page/boot.ts'
import { showFieldErrors } from '../../ui/call/formErrors.ts'
import { schemaResolver } from '../../ui/call/schemaResolver.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Field, Input, Select } from '../../ui/forms/Field.tsx'
import type { Address, AddressInput } from './contract.ts'
import { useAddressLookup } from './hooks.ts'
import { emptyAddressForm, postalCodeExample, normalizePostalCode, type AddressFormValues } from './rules.ts'
import { countryCode, deliveryCountries } from '../../wire/countries.ts'

interface AddressFormProps {
  /** For a submit button outside the form. */
  id: string
  initial: AddressFormValues
  /** Called with the values at every change. */
  onValuesChange?: (typed: AddressFormValues) => void
  /** Shows the checkbox for the default address. */
  asksDefault?: boolean
  /** @throws CallError, whose messages are shown at the fields */
  save: (input: Input) => Promise<Address>
  /** For a form that has more fields around these: called with the errors, in place of the focus on the first invalid field. */
  onInvalid?: (errors: FieldErrors<Input>) => void
  onSaved: (address: Address) => void
}

type Input = z.input<typeof AddressInput>
type Form = UseFormReturn<Input, unknown, AddressInput>

const resolver = schemaResolver(async () => (await import('./contract.ts')).AddressInput)

export function AddressForm({
  id,
  initial,
  onValuesChange,
  asksDefault,
  save,
  onInvalid,
  onSaved,
}: AddressFormProps) {
  const { shipsTo } = useShop()
  const [defaultValues] = useState(() => withShippedCountry(initial, shipsTo))
  const form: Form = useForm({ resolver, defaultValues, shouldFocusError: !onInvalid })
  const { register, handleSubmit, setError, subscribe, formState } = form
  useEffect(() => {
    const callback = ({ values }: { values: Input }) => onValuesChange?.(toFormValues(values))
    return subscribe({ formState: { values: true }, callback })
  }, [subscribe, onValuesChange])
  const submit = handleSubmit(async input => {
    try {
      onSaved(await save(input))
    } catch (error) {
      showFieldErrors(error, fieldNames, setError)
    }
  }, onInvalid)
  return (
    <form
      id={id}
      onSubmit={event => void submit(event)}
      noValidate
      method="post"
      className="grid grid-cols-6 items-start gap-x-3 gap-y-4"
    >
      <NameFields register={register} errors={formState.errors} />
      <PlaceFields form={form} />
      {asksDefault && (
        <Checkbox className="col-span-6" {...register('isDefault')}>
          Gebruik dit als standaardadres
        </Checkbox>
      )}
    </form>
  )
}

/** An empty form begins with a country that is shipped to. */
function withShippedCountry(initial: AddressFormValues, shipsTo: readonly string[]): AddressFormValues {
  const isEmpty = initial.street === '' && initial.postalCode === ''
  const isShipped = shipsTo.includes(countryCode(initial.country) ?? '')
  const nearest = deliveryCountries.find(({ code }) => shipsTo.includes(code))
  return isEmpty && !isShipped && nearest ? { ...initial, country: nearest.name } : initial
}

const toFormValues = (input: Input): AddressFormValues => ({
  ...input,
  company: input.company ?? '',
  country: input.country ?? '',
})

const fieldNames = Object.keys(emptyAddressForm) as (keyof AddressFormValues)[]

interface NameFieldsProps {
  register: UseFormRegister<Input>
  errors: FieldErrors<Input>
}

const NameFields = ({ register, errors }: NameFieldsProps) => (
  <>
    <Field label="Voornaam" error={errors.firstName?.message} className="col-span-3">
      <Input autoComplete="shipping given-name" {...register('firstName')} />
    </Field>
    <Field label="Achternaam" error={errors.lastName?.message} className="col-span-3">
      <Input autoComplete="shipping family-name" {...register('lastName')} />
    </Field>
    <Field label="Bedrijf" optional error={errors.company?.message} className="col-span-6">
      <Input autoComplete="shipping organization" {...register('company')} />
    </Field>
  </>
)

function PlaceFields({ form }: { form: Form }) {
  const { register, watch, setValue, formState } = form
  const { errors } = formState
  const [country = '', postalCode] = watch(['country', 'postalCode'])
  const example = postalCodeExample(country, postalCode)
  const fillIn = useAddressAutofill(form)
  const { shipsTo } = useShop()
  // An address that was kept before keeps its country.
  const countries = deliveryCountries.filter(({ code, name }) => shipsTo.includes(code) || name === country)
  const tidy = () => {
    setValue('postalCode', normalizePostalCode(country, postalCode))
    return fillIn()
  }
  return (
    <>
      <Field
        label="Postcode"
        error={errors.postalCode?.message}
        hint={formState.touchedFields.postalCode && example && `Meestal zoals ${example}`}
        className="col-span-3"
      >
        <Input autoComplete="shipping postal-code" {...register('postalCode', { onBlur: tidy })} />
      </Field>
      <Field label="Huisnummer" error={errors.houseNumber?.message} className="col-span-3">
        <Input autoComplete="shipping address-line2" {...register('houseNumber', { onBlur: fillIn })} />
      </Field>
      <Field label="Straat" error={errors.street?.message} className="col-span-6 sm:col-span-3">
        <Input autoComplete="shipping address-line1" {...register('street')} />
      </Field>
      <Field label="Stad" error={errors.city?.message} className="col-span-6 sm:col-span-3">
        <Input autoComplete="shipping address-level2" {...register('city')} />
      </Field>
      <Field label="Land" error={errors.country?.message} className="col-span-6">
        <Select autoComplete="shipping country-name" {...register('country')}>
          {countries.map(({ code, name }) => (
            <option key={code}>{name}</option>
          ))}
        </Select>
      </Field>
    </>
  )
}

/** Fills in street and city from the lookup, only where they are empty. */
function useAddressAutofill({ getValues, setValue }: Form): () => Promise<void> {
  const lookUp = useAddressLookup()
  return async () => {
    const isEmpty = (name: 'street' | 'city') => getValues(name).trim() === ''
    if (!isEmpty('street') && !isEmpty('city')) return
    const { country = '', postalCode, houseNumber } = getValues()
    const found = await lookUp({ country, postalCode, houseNumber })
    for (const name of ['street', 'city'] as const)
      if (found && isEmpty(name)) setValue(name, found[name], { shouldDirty: true, shouldValidate: true })
  }
}
