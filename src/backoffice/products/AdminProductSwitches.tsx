import { Controller } from 'react-hook-form'
import { SettingRow } from '../../ui/components/SettingRow.tsx'
import type { ProductFormMethods } from './saveProduct.hooks.ts'

const switches = [
  { name: 'isActive', label: 'Actief', meaning: 'Staat in de shop en is te koop.' },
  {
    name: 'showShippingOptions',
    label: 'Verzendopties tonen',
    meaning: 'Wordt verstuurd. Uit voor wat digitaal geleverd wordt.',
  },
  {
    name: 'showCommentsField',
    label: 'Opmerkingenveld tonen',
    meaning: 'De klant kan bij het afrekenen iets toevoegen.',
  },
  {
    name: 'hygieneSealed',
    label: 'Verzegeld om hygiëne',
    meaning: 'Met een verbroken zegel vervalt de bedenktijd.',
  },
] as const

export const AdminProductSwitches = ({ form: { control } }: { form: ProductFormMethods }) => (
  <div className="-my-4 divide-y divide-line">
    {switches.map(({ name, label, meaning }) => (
      <Controller
        key={name}
        control={control}
        name={name}
        render={({ field }) => (
          <SettingRow name={label} checked={field.value} onChange={field.onChange}>
            {meaning}
          </SettingRow>
        )}
      />
    ))}
  </div>
)
