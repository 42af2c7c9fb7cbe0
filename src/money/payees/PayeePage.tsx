import { useSuspenseQuery } from '@tanstack/react-query'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { BackLink } from '../../ui/components/BackLink.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { formatDate } from '../../ui/format.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Field, Select } from '../../ui/forms/Field.tsx'
import { Options } from '../../ui/forms/Options.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { countryName, euCountries } from '../../wire/countries.ts'
import { keysOf } from '../../wire/records.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { type changePayee, type OwnPayee, type PayeeInput, selfBillingAgreement } from './contract.ts'
import { payeeQuery, useSavePayee } from './hooks.ts'
import { vatStatusLabels } from './labels.rules.ts'

/** `/studio/uitbetaling`: where a creator's earnings are paid. */
export function PayeePage() {
  const { data: payee } = useSuspenseQuery(payeeQuery)
  return (
    <div className="measure grid grid-cols-1 justify-items-center py-8 md:py-12">
      <PageTitle>Uitbetaling</PageTitle>
      <div className="grid w-full max-w-2xl grid-cols-1 gap-6">
        <header className="grid gap-2">
          <div>
            <BackLink to="/studio">Studio</BackLink>
          </div>
          <h1 className="display text-title">Uitbetaling</h1>
          <p className="text-ink-soft">
            Waar we je verdiensten naartoe sturen. Dit staat versleuteld opgeslagen, en klanten zien er niets
            van.
          </p>
        </header>
        <PayeeState payee={payee} />
        {payee.verifiedName !== null && <PayeeForm payee={payee} verifiedName={payee.verifiedName} />}
      </div>
    </div>
  )
}

function PayeeState({ payee: { verifiedName, details, usableAt, nameCheck } }: { payee: OwnPayee }) {
  if (verifiedName === null)
    return (
      <Notice tone="waiting" title="We weten nog niet wie je bent">
        <p className="mb-3">Pas als je identiteit bevestigd is, mogen we je uitbetalen.</p>
        <ButtonLink to="/creator-worden" variant="secondary" size="sm">
          Naar je aanmelding
        </ButtonLink>
      </Notice>
    )
  if (!details)
    return (
      <Notice tone="info" title="Vul dit in voor je eerste uitbetaling">
        De wet vraagt ons te weten wie we betalen. Zonder deze gegevens blijft je geld wachten.
      </Notice>
    )
  if (usableAt)
    return (
      <Notice tone="waiting" title={`Je nieuwe rekening geldt vanaf ${formatDate(usableAt)}`}>
        Zo kan niemand ongemerkt je geld omleiden. Tot dan wacht je geld. Was jij dit niet? Schrijf ons
        meteen.
      </Notice>
    )
  if (nameCheck === null)
    return (
      <Notice tone="waiting" title="We vragen de bank of de naam klopt">
        Daarna kan je eerste uitbetaling mee. Je hoeft niets te doen.
      </Notice>
    )
  if (nameCheck === 'NO')
    return (
      <Notice tone="error" title="De naam hoort niet bij deze rekening">
        Dat zegt de bank. Vul een rekening in die op de naam hieronder staat.
      </Notice>
    )
  return <Notice tone="success" title={`We betalen uit op de rekening die eindigt op ${details.ibanEnd}`} />
}

const nothing: PayeeInput = {
  street: '',
  postalCode: '',
  city: '',
  country: 'NL',
  taxNumber: '',
  vatStatus: 'PRIVATE',
  vatNumber: '',
  agreesSelfBilling: false,
  holder: 'PERSON',
  companyName: '',
  iban: '',
}

/** The fields of a business do not count for a private person. */
const withoutBusiness = {
  vatNumber: null,
  agreesSelfBilling: false,
  holder: 'PERSON',
  companyName: null,
} as const

function PayeeForm({ payee: { details }, verifiedName }: { payee: OwnPayee; verifiedName: string }) {
  const save = useSavePayee()
  const { taxNumberEnd, ibanEnd, ...known } = details ?? { ...nothing, taxNumberEnd: null, ibanEnd: null }
  const form = useApiForm<InputOf<typeof changePayee>, PayeeInput>(
    async () => {
      const schemas = await import('./contract.ts')
      return details ? schemas.PayeeInput : schemas.FirstPayeeInput
    },
    {
      ...known,
      vatNumber: known.vatNumber ?? '',
      companyName: known.companyName ?? '',
      taxNumber: '',
      iban: '',
    } satisfies PayeeInput,
    (input, onError, { resetField }) =>
      save.mutate(
        input.vatStatus === 'PRIVATE' ? { ...input, ...withoutBusiness } : input,
        // The numbers are stored, and shown by their ends.
        { onError, onSuccess: () => (['taxNumber', 'iban'] as const).forEach(name => resetField(name)) },
      ),
  )
  const kept = (end: string | null) => end && `Nu bekend: eindigt op ${end}. Laat leeg om het zo te houden.`
  return (
    <Card>
      <form onSubmit={form.submit} noValidate method="post" className="grid items-start gap-5 sm:grid-cols-2">
        <AddressFields form={form} />
        <TextField
          form={form}
          name="taxNumber"
          label="Fiscaal nummer"
          hint={kept(taxNumberEnd) ?? 'In Nederland je bsn, in België je rijksregisternummer.'}
          autoComplete="off"
        />
        <BusinessFields form={form} />
        <TextField
          form={form}
          name="iban"
          label="Rekeningnummer (IBAN)"
          hint={kept(ibanEnd) ?? `Van een rekening op naam van ${verifiedName}, of van je bedrijf.`}
          className="sm:col-span-2"
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" busy={save.isPending} className="justify-self-start max-sm:w-full">
          Opslaan
        </Button>
      </form>
    </Card>
  )
}

interface FieldsProps {
  form: ReturnType<typeof useApiForm<InputOf<typeof changePayee>, PayeeInput>>
}

const AddressFields = ({ form }: FieldsProps) => (
  <>
    <TextField
      form={form}
      name="street"
      label="Straat en huisnummer"
      className="sm:col-span-2"
      autoComplete="street-address"
    />
    <TextField form={form} name="postalCode" label="Postcode" autoComplete="postal-code" />
    <TextField form={form} name="city" label="Plaats" autoComplete="address-level2" />
    <Field label="Land" error={form.errors.country?.message}>
      <Select autoComplete="country" {...form.register('country')}>
        <Options values={[...new Set(['NL', 'BE', ...euCountries])]} nameOf={countryName} />
      </Select>
    </Field>
  </>
)

/** How she is taxed, and the fields of a business. */
function BusinessFields({ form }: FieldsProps) {
  const [vatStatus, holder] = form.watch(['vatStatus', 'holder'])
  return (
    <>
      <Field label="Hoe werk je?" error={form.errors.vatStatus?.message} className="sm:col-span-2">
        <Select {...form.register('vatStatus')}>
          <Options values={keysOf(vatStatusLabels)} nameOf={status => vatStatusLabels[status]} />
        </Select>
      </Field>
      {vatStatus !== 'PRIVATE' && (
        <>
          <TextField
            form={form}
            name="vatNumber"
            label="Btw-nummer"
            optional={vatStatus === 'SMALL_BUSINESS'}
            autoComplete="off"
          />
          <Field label="Op wiens naam staat de rekening?" error={form.errors.holder?.message}>
            <Select {...form.register('holder')}>
              <option value="PERSON">Op mijn eigen naam</option>
              <option value="COMPANY">Op naam van mijn bedrijf</option>
            </Select>
          </Field>
          {holder === 'COMPANY' && (
            <TextField
              form={form}
              name="companyName"
              label="Naam van je bedrijf"
              className="sm:col-span-2"
              autoComplete="organization"
            />
          )}
          <Checkbox
            className="sm:col-span-2"
            error={form.errors.agreesSelfBilling?.message}
            {...form.register('agreesSelfBilling')}
          >
            {selfBillingAgreement.text}
          </Checkbox>
        </>
      )}
    </>
  )
}
