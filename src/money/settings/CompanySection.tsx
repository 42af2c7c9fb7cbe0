import { useFormContext, useWatch } from 'react-hook-form'
import { Field, Input, Select } from '../../ui/components/Field.tsx'
import { companyNumberLabels } from '../../wire/company.ts'
import type { SettingsFormValues } from './form.rules.ts'
import { SettingsSection } from './SettingsSection.tsx'

/** The details of the seller. */
export function CompanySection() {
  const { register, control, formState } = useFormContext<SettingsFormValues>()
  const errors = formState.errors.company
  const country = useWatch({ control, name: 'company.country' })
  return (
    <SettingsSection
      title="Bedrijf"
      about="Wie verkoopt: onder elke pagina, in mails en op nieuwe facturen. De wet vraagt erom."
    >
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-6">
        <Field label="Naam van het bedrijf" error={errors?.name?.message} className="sm:col-span-6">
          <Input autoComplete="organization" {...register('company.name')} />
        </Field>
        <Field
          label="Straat en huisnummer"
          optional
          error={errors?.street?.message}
          className="sm:col-span-6"
        >
          <Input autoComplete="street-address" {...register('company.street')} />
        </Field>
        <Field label="Postcode" optional error={errors?.postalCode?.message} className="sm:col-span-2">
          <Input autoComplete="postal-code" {...register('company.postalCode')} />
        </Field>
        <Field label="Plaats" optional error={errors?.city?.message} className="sm:col-span-2">
          <Input autoComplete="address-level2" {...register('company.city')} />
        </Field>
        <Field label="Land" error={errors?.country?.message} className="sm:col-span-2">
          <Select autoComplete="country" {...register('company.country')}>
            <option value="NL">Nederland</option>
            <option value="BE">België</option>
          </Select>
        </Field>
        <Field
          label={companyNumberLabels[country]}
          optional
          error={errors?.companyNumber?.message}
          hint={country === 'BE' ? 'Tien cijfers, zoals 0403.170.701' : 'Acht cijfers'}
          className="sm:col-span-3"
        >
          <Input autoComplete="off" {...register('company.companyNumber')} />
        </Field>
        <Field
          label="Btw-nummer"
          optional
          error={errors?.vatNumber?.message}
          hint={country === 'BE' ? 'Zoals BE0403170701' : 'Zoals NL004495445B01'}
          className="sm:col-span-3"
        >
          <Input autoComplete="off" {...register('company.vatNumber')} />
        </Field>
        <Field label="E-mailadres" optional error={errors?.email?.message} className="sm:col-span-3">
          <Input type="email" autoComplete="email" {...register('company.email')} />
        </Field>
        <Field label="Telefoonnummer" optional error={errors?.phone?.message} className="sm:col-span-3">
          <Input type="tel" autoComplete="tel" {...register('company.phone')} />
        </Field>
        <Field
          label="Klachtenadres"
          optional
          error={errors?.complaintsAddress?.message}
          hint="Waar klanten met een klacht terechtkunnen, als dat ergens anders is."
          className="sm:col-span-6"
        >
          <Input autoComplete="off" {...register('company.complaintsAddress')} />
        </Field>
      </div>
    </SettingsSection>
  )
}
