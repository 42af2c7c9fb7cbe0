import { Field, Input } from '../../../../ui/forms/Field.tsx'
import type { SaleForm } from './saleForm.rules.ts'

interface AdminSaleFieldsProps {
  form: Pick<SaleForm, 'startsAt' | 'endsAt'>
  errors: Partial<Record<keyof SaleForm, string>>
  change: (part: Partial<SaleForm>) => void
}

/** When a sale begins and ends. */
export const AdminSaleFields = ({ form, errors, change }: AdminSaleFieldsProps) => (
  <>
    <Field label="Van" optional hint="Leeg: meteen. In Belgische tijd." error={errors.startsAt}>
      <Input
        type="datetime-local"
        value={form.startsAt}
        onChange={event => change({ startsAt: event.target.value })}
      />
    </Field>
    <Field label="Tot" hint="Om 00:00 is de dag ervoor de laatste." error={errors.endsAt}>
      <Input
        type="datetime-local"
        value={form.endsAt}
        onChange={event => change({ endsAt: event.target.value })}
      />
    </Field>
  </>
)
