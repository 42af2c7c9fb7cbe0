import { CalendarDays } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { CompanyDetails } from '../../ui/shell/CompanyDetails.tsx'
import type { Company } from '../../wire/company.ts'
import type { SettingsFormValues } from './form.rules.ts'

/** Shows the typed settings as customers will see them. */
export function SettingsPreview() {
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
