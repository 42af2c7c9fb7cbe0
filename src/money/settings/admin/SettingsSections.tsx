import { useFormContext, useWatch } from 'react-hook-form'
import { type ReactNode, useId } from 'react'
import { Field, Select, Textarea } from '../../../ui/forms/Field.tsx'
import { companyNumberLabels, legalFormLabels } from '../../../wire/companyText.ts'
import type { SettingsFormValues } from './form.rules.ts'
import { RadioCard } from '../../../ui/forms/Checkbox.tsx'
import { SettingRow } from '../../../ui/forms/SettingRow.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { MIN_GIFT_CARD_MONTHS } from '../../../wire/settings.ts'
import { keysOf } from '../../../wire/records.ts'

const whole = 'sm:col-span-6'
const half = 'sm:col-span-3'
const third = 'sm:col-span-2'

const addressFields = [
  { name: 'street', label: 'Straat en huisnummer', autoComplete: 'street-address', className: whole },
  { name: 'postalCode', label: 'Postcode', autoComplete: 'postal-code', className: third },
  { name: 'city', label: 'Plaats', autoComplete: 'address-level2', className: third },
] as const
const contactFields = [
  { name: 'email', label: 'E-mailadres', type: 'email', autoComplete: 'email', className: half },
  { name: 'phone', label: 'Telefoonnummer', type: 'tel', autoComplete: 'tel', className: half },
  {
    name: 'complaintsAddress',
    label: 'Klachtenadres',
    hint: 'Waar klanten met een klacht terechtkunnen, als dat ergens anders is.',
    autoComplete: 'off',
    className: whole,
  },
  {
    name: 'producerNumbers',
    label: 'Registraties als producent',
    hint: 'Voor elektrische toestellen, batterijen en verpakking, zoals: Recupel 123, Bebat 456, Stichting OPEN 789.',
    autoComplete: 'off',
    className: whole,
  },
] as const

export function CompanySection() {
  const form = useFormContext<SettingsFormValues>()
  const country = useWatch({ control: form.control, name: 'company.country' })
  const isBelgian = country === 'BE'
  return (
    <SettingsSection
      title="Bedrijf"
      about="Wie verkoopt: onder elke pagina, in mails en op nieuwe facturen. De wet vraagt erom."
    >
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-6">
        <TextField
          form={form}
          name="company.name"
          label="Naam van het bedrijf"
          autoComplete="organization"
          className={half}
        />
        <LegalFormField />
        {addressFields.map(({ name, ...field }) => (
          <TextField key={name} form={form} name={`company.${name}`} optional {...field} />
        ))}
        <Field label="Land" error={form.formState.errors.company?.country?.message} className={third}>
          <Select autoComplete="country" {...form.register('company.country')}>
            <option value="NL">Nederland</option>
            <option value="BE">België</option>
          </Select>
        </Field>
        <TextField
          form={form}
          name="company.companyNumber"
          label={companyNumberLabels[country]}
          optional
          hint={isBelgian ? 'Tien cijfers, zoals 0403.170.701' : 'Acht cijfers'}
          className={half}
          autoComplete="off"
        />
        <TextField
          form={form}
          name="company.vatNumber"
          label="Btw-nummer"
          optional
          hint={isBelgian ? 'Zoals BE0403170701' : 'Zoals NL004495445B01'}
          className={half}
          autoComplete="off"
        />
        {contactFields.map(({ name, ...field }) => (
          <TextField key={name} form={form} name={`company.${name}`} optional {...field} />
        ))}
      </div>
    </SettingsSection>
  )
}

function LegalFormField() {
  const { register, formState } = useFormContext<SettingsFormValues>()
  return (
    <Field
      label="Rechtsvorm"
      error={formState.errors.company?.legalForm?.message}
      hint="Van een vennootschap hoort de vorm bij de naam, zoals bv."
      className={half}
    >
      <Select {...register('company.legalForm')}>
        {keysOf(legalFormLabels).map(legalForm => (
          <option key={legalForm} value={legalForm}>
            {legalFormLabels[legalForm]}
          </option>
        ))}
      </Select>
    </Field>
  )
}

export function ShopSection() {
  const form = useFormContext<SettingsFormValues>()
  const { register } = form
  return (
    <SettingsSection
      title="Winkel"
      about="Hoe de winkel heet, wie er rondkijkt, wanneer iets bijna op is, en hoe lang een cadeaubon geldig is."
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField form={form} name="shopName" label="Naam van de winkel" autoComplete="off" />
        <TextField
          form={form}
          name="lowStockThreshold"
          label="Bijna op vanaf, in stuks"
          hint="Zoveel stuks of minder heet bij Producten bijna op, en na een verkoop krijgen administrators er een melding van. 0: alleen bij uitverkocht."
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          form={form}
          name="giftCardMonths"
          label="Cadeaubon geldig, in maanden"
          hint={`Minstens ${MIN_GIFT_CARD_MONTHS}, geteld vanaf de dag van de mail. Bonnen die al verkocht zijn, worden nooit korter geldig.`}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-small font-medium">Wie mag rondkijken</legend>
        <RadioCard value="members" title="Alleen leden" {...register('storefrontAccess')}>
          Wie niet is ingelogd, komt eerst bij het inloggen. Zoekmachines zien niets.
        </RadioCard>
        <RadioCard value="public" title="Iedereen" {...register('storefrontAccess')}>
          De winkel staat open voor bezoekers en zoekmachines.
        </RadioCard>
      </fieldset>
      <ShopSwitches />
    </SettingsSection>
  )
}

function ShopSwitches() {
  const form = useFormContext<SettingsFormValues>()
  const { setValue, control } = form
  const [isRated, hasProgramme] = useWatch({ control, name: ['placeholderRating', 'creatorProgramme'] })
  return (
    <>
      <div className="rounded-card border border-line px-4">
        <SettingRow
          name="Verzonnen beoordeling"
          checked={isRated}
          onChange={checked => setValue('placeholderRating', checked, { shouldDirty: true })}
        >
          Producten zonder review tonen 4,5. In de EU mag dat niet: zet dit uit voordat je opengaat.
        </SettingRow>
        <SettingRow
          name="Creators melden zich aan"
          checked={hasProgramme}
          onChange={checked => setValue('creatorProgramme', checked, { shouldDirty: true })}
        >
          Een creator meldt zich aan, bewijst wie ze is en tekent de overeenkomst. Staat dit uit, dan geef je
          de rol met de hand bij Gebruikers. Wie al creator is, krijgt 30 dagen de tijd.
        </SettingRow>
      </div>
      {hasProgramme && (
        <TextField
          form={form}
          name="identityImageDays"
          label="Foto’s van documenten bewaren, in dagen"
          hint="Na de beslissing over een aanmelding. 0: ze gaan dan meteen weg. Kies alleen meer als je betaaldienst er schriftelijk om vraagt; wie zich aanmeldt, leest de termijn vooraf."
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <Field
        label="Verboden woorden"
        hint="Eén per regel. Creators kunnen ze niet gebruiken in namen en teksten, en de lobby zoekt er niet naar. Met een * erachter telt elk woord dat zo begint."
        error={form.formState.errors.forbiddenWords?.message}
      >
        <Textarea rows={6} spellCheck={false} {...form.register('forbiddenWords')} />
      </Field>
    </>
  )
}

export function HolidayNoticeSection() {
  const form = useFormContext<SettingsFormValues>()
  const { register, setValue, control, formState } = form
  const isShown = useWatch({ control, name: 'hasNotice' })
  return (
    <SettingsSection
      title="Bericht voor klanten"
      about="Een rustige regel boven de pagina’s van de winkel en bij het bestellen, zoals voor een vakantie."
    >
      <div className="rounded-card border border-line px-4">
        <SettingRow
          name="Bericht tonen"
          checked={isShown}
          onChange={checked => setValue('hasNotice', checked, { shouldDirty: true })}
        >
          Van de eerste tot en met de laatste dag, naar de klok in Brussel.
        </SettingRow>
      </div>
      {isShown && (
        <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
          <Field
            label="Bericht"
            error={formState.errors.holidayNotice?.text?.message}
            className="sm:col-span-2"
          >
            <Textarea
              rows={2}
              placeholder="We zijn met vakantie. Wat je nu bestelt, versturen we op 4 januari."
              {...register('holidayNotice.text')}
            />
          </Field>
          <TextField form={form} name="holidayNotice.from" label="Eerste dag" type="date" />
          <TextField form={form} name="holidayNotice.until" label="Laatste dag" type="date" />
        </div>
      )}
    </SettingsSection>
  )
}

interface SettingsSectionProps {
  title: string
  /** One sentence about the section. */
  about: string
  children: ReactNode
}

export function SettingsSection({ title, about, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-5">
      <div className="grid gap-1 border-b border-line pb-3">
        <h2 id={id} className="display text-subheading">
          {title}
        </h2>
        <p className="text-small text-ink-soft">{about}</p>
      </div>
      {children}
    </section>
  )
}
