import { FormProvider, useForm } from 'react-hook-form'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { SettingsFormValues } from './form.rules.ts'
import { ShippingSection } from './ShippingSection.tsx'

function Form(values: Partial<SettingsFormValues>) {
  const form = useForm<SettingsFormValues>({ defaultValues: values })
  return (
    <MemoryRouter>
      <FormProvider {...form}>
        <ShippingSection />
      </FormProvider>
    </MemoryRouter>
  )
}
const written = (shippingPricing: SettingsFormValues['shippingPricing'], shipsTo = 'NL BE'): string =>
  renderToStaticMarkup(<Form shippingPricing={shippingPricing} freeShippingFrom="50,00" shipsTo={shipsTo} />)

it.each([
  ['FREE', 'Gratis verzending in Nederland en België'],
  ['FREE_FROM', 'Gratis verzending vanaf €\u00A050,00 in Nederland en België'],
  ['ZONES', 'Verzending in Nederland en België, kosten vooraf duidelijk'],
] as const)('with %s the settings show what customers will read', (pricing, promise) =>
  expect(written(pricing)).toContain(`Klanten lezen: “${promise}”.`),
)

it('the settings show nothing of it without a country', () =>
  expect(written('FREE', '')).not.toContain('Klanten lezen'))
