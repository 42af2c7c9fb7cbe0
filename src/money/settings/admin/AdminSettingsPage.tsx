import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormProvider, useForm, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { CalendarDays } from 'lucide-react'
import { contractResolver } from '../../../ui/call/schemaResolver.ts'
import { useLocation } from 'react-router'
import { formatDateTime } from '../../../ui/format.ts'
import { showFieldErrors } from '../../../ui/call/formErrors.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import {
  type SettingsConflict,
  settingsFieldLabels,
  type SettingsFieldName,
  settingsFields,
  type SettingsFormValues,
  toSettingsFormValues,
  toSettingsInput,
} from './form.rules.ts'
import { DeliverySection } from './DeliverySection.tsx'
import { CompanySection, HolidayNoticeSection, ShopSection } from './SettingsSections.tsx'
import { PaymentSection, PayoutSection } from './PaymentSection.tsx'
import { ShippingSection } from './ShippingSection.tsx'
import { VatSection } from './VatSection.tsx'
import { settingsQuery, useSaveSettings, useSettingsConflicts } from './hooks.ts'
import { Notice } from '../../../ui/components/Notice.tsx'
import {
  evidenceLabels,
  payoutRhythmLabels,
  shippingPricingLabels,
  storefrontAccessLabels,
} from '../rules.ts'
import { vatSchemeLabels } from '../../vat/labels.rules.ts'
import { CompanyDetails } from '../../../ui/shell/CompanyDetails.tsx'
import type { Company } from '../../../wire/company.ts'
import type { StoredSettings } from './contract.ts'

/** `/admin/settings`: the settings that need no deploy. */
export function AdminSettingsPage() {
  const { data } = useSuspenseQuery(settingsQuery)
  return (
    <>
      <AdminPageHeader
        title="Instellingen"
        aside={data.changedAt ? `bewaard op ${formatDateTime(data.changedAt)}` : 'zoals de server begon'}
      >
        Wat hier staat geldt meteen, op elke pagina. Bestellingen en facturen van eerder blijven zoals ze
        waren.
      </AdminPageHeader>
      <SettingsForm stored={data} />
    </>
  )
}

const resolver = contractResolver(
  async () => (await import('../../../wire/settings.ts')).Settings,
  toSettingsInput,
)

function SettingsForm({ stored }: { stored: StoredSettings }) {
  const save = useSaveSettings()
  // The settings when the page opened: a refetch must not overwrite the form's values.
  const [initial] = useState(() => ({
    version: stored.version,
    draft: toSettingsFormValues(stored.settings),
  }))
  const { version, conflicts, resetConflicts, resolveConflicts } = useSettingsConflicts(initial)
  const form = useForm<SettingsFormValues>({ defaultValues: initial.draft, resolver })
  useFocusOnNamedField(form.setFocus)
  const submit = form.handleSubmit(draft =>
    save.mutate(
      { ...toSettingsInput(draft), version },
      {
        onSuccess: ({ version: next, settings }) => {
          form.reset(toSettingsFormValues(settings))
          resetConflicts({ version: next, draft: toSettingsFormValues(settings) })
        },
        onError: error => {
          showFieldErrors<SettingsFormValues>(error, settingsFields, form.setError)
          void resolveConflicts(error, draft, (field, theirs) => form.setValue(field, theirs))
        },
      },
    ),
  )
  return (
    <FormProvider {...form}>
      <form
        onSubmit={event => void submit(event)}
        noValidate
        method="post"
        className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="grid max-w-3xl gap-10">
          <SettingsConflictNotice conflicts={conflicts} />
          <ShopSection />
          <ShippingSection />
          <DeliverySection />
          <CompanySection />
          <PaymentSection {...stored.payments} />
          <PayoutSection />
          <VatSection />
          <HolidayNoticeSection />
          <SaveBar isSaving={save.isPending} />
        </div>
        <SettingsPreview />
      </form>
    </FormProvider>
  )
}

/** A link to one setting names its field in the hash. */
function useFocusOnNamedField(setFocus: (field: SettingsFieldName) => void): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    const field = settingsFields.find(name => name === hash.slice(1))
    if (!field) return
    // After the frame that brings the focus to the page.
    const frame = requestAnimationFrame(() => {
      setFocus(field)
      document.activeElement?.scrollIntoView({ block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [hash, key, setFocus])
}

/** Stays visible at the bottom of the window. */
function SaveBar({ isSaving }: { isSaving: boolean }) {
  const { isDirty } = useFormState<SettingsFormValues>()
  return (
    <div className="sticky bottom-0 -mx-2 flex items-center gap-4 border-t border-line bg-paper/95 px-2 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <Button type="submit" busy={isSaving} className="max-sm:grow">
        Instellingen bewaren
      </Button>
      <p role="status" className="text-small text-ink-soft">
        {isDirty && 'Nog niet bewaard'}
      </p>
    </div>
  )
}

/** Lists the changes that another admin saved in the meantime, with the values in this form. */
function SettingsConflictNotice({ conflicts }: { conflicts: SettingsConflict[] }) {
  if (conflicts.length === 0) return null
  return (
    <Notice tone="error" title="Iemand anders heeft intussen gewijzigd">
      <ul className="grid gap-1 py-1">
        {conflicts.map(({ field, theirs, mine }) => (
          <li key={field}>
            {settingsFieldLabels[field]}: {formatFieldValue(theirs)}
            {mine === null ? ', hier overgenomen' : `. Bij jou staat ${formatFieldValue(mine)}`}
          </li>
        ))}
      </ul>
      <p>Bewaar opnieuw als alles klopt: dan geldt wat hier staat.</p>
    </Notice>
  )
}

const valueLabels: Record<string, string> = {
  ...vatSchemeLabels,
  ...storefrontAccessLabels,
  ...evidenceLabels,
  ...shippingPricingLabels,
  ...payoutRhythmLabels,
}

const formatFieldValue = (value: string | boolean): string => {
  if (typeof value === 'boolean') return value ? 'aan' : 'uit'
  return value === '' ? 'leeg' : `“${valueLabels[value] ?? value}”`
}

/** Shows the typed settings as customers will see them. */
function SettingsPreview() {
  const { control } = useFormContext<SettingsFormValues>()
  const { company, shopName, hasNotice, holidayNotice } = useWatch({ control }) as SettingsFormValues
  return (
    <aside aria-label="Voorbeeld" className="grid content-start gap-6 xl:sticky xl:top-24 xl:self-start">
      <figure className="grid gap-2">
        <figcaption className="text-small font-medium">Onder elke pagina</figcaption>
        <div className="grid gap-4 rounded-card border border-line bg-sunken p-5">
          <p className="display text-subheading wrap-anywhere">{shopName}</p>
          <CompanyDetails company={toCompanyFacts(company)} />
        </div>
      </figure>
      {hasNotice && holidayNotice.text.trim() !== '' && (
        <figure className="grid gap-2">
          <figcaption className="text-small font-medium">Boven de winkel</figcaption>
          <p className="flex items-start gap-3 rounded-card border border-line bg-accent-soft/50 p-4 text-small wrap-anywhere">
            <CalendarDays
              className="mt-0.5 size-4.5 shrink-0 text-accent-text"
              strokeWidth={1.75}
              aria-hidden
            />
            {holidayNotice.text}
          </p>
        </figure>
      )}
    </aside>
  )
}

/** Empty fields are omitted. */
const toCompanyFacts = ({ name, country, ...rest }: SettingsFormValues['company']): Company => ({
  ...(Object.fromEntries(Object.entries(rest).map(([field, text]) => [field, text.trim() || null])) as Omit<
    Company,
    'name' | 'country'
  >),
  name,
  country,
})
