import { useForm } from 'react-hook-form'
import { contractResolver } from '../../../ui/call/schemaResolver.ts'
import { showFieldErrors } from '../../../ui/call/formErrors.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import type { AdminShippingRate } from './contract.ts'
import { type RateFormValues, toRateFormValues, parseRateForm } from './form.rules.ts'
import { useSaveRate } from './hooks.ts'

const FORM = 'shipping-rate'

interface AdminRateDialogProps {
  /** Null for a new rate. */
  rate: AdminShippingRate | null
  zoneId: string
  /** The minimum weight of a new rate, in grams. */
  after?: number
  open: boolean
  onClose: () => void
}

/** The form of a rate: its price, weights and maximum dimensions. */
export function AdminRateDialog({ open, onClose, ...rest }: AdminRateDialogProps) {
  const save = useSaveRate(rest.rate?.id ?? null)
  return (
    <Dialog open={open} onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title={rest.rate ? 'Tarief wijzigen' : 'Tarief toevoegen'}
        footer={
          <Button type="submit" form={FORM} busy={save.isPending} className="w-full">
            Tarief bewaren
          </Button>
        }
      >
        <RateForm {...rest} save={save} onClose={onClose} />
      </DialogContent>
    </Dialog>
  )
}

const textFields = [
  { name: 'serviceName', label: 'Dienst', placeholder: 'Pakket' },
  { name: 'deliveryTime', label: 'Levertijd', placeholder: '1-2 werkdagen' },
] as const
const numberFields = [
  { name: 'weightFrom', label: 'Boven (gram)' },
  { name: 'weightTo', label: 'Tot en met (gram)' },
  { name: 'price', label: 'Prijs in euro, zonder btw' },
] as const
const limitFields = [
  { name: 'maxLength', label: 'Lengte' },
  { name: 'maxWidth', label: 'Breedte' },
  { name: 'maxHeight', label: 'Hoogte' },
] as const
const fields = [...textFields, ...numberFields, ...limitFields].map(({ name }) => name)

interface RateFormProps extends Omit<AdminRateDialogProps, 'open'> {
  save: ReturnType<typeof useSaveRate>
}

function RateForm({ rate, zoneId, after, save, onClose }: RateFormProps) {
  const form = useForm<RateFormValues>({
    defaultValues: toRateFormValues(rate, after),
    resolver: contractResolver(
      async () => (await import('./contract.ts')).addRate.input,
      (draft: RateFormValues) => parseRateForm(draft, zoneId),
    ),
  })
  const submit = form.handleSubmit(draft =>
    save.mutate(parseRateForm(draft, zoneId), {
      onSuccess: onClose,
      onError: error => void showFieldErrors<RateFormValues>(error, fields, form.setError),
    }),
  )
  const number = { form, inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <form id={FORM} noValidate method="post" className="grid gap-5" onSubmit={event => void submit(event)}>
      {textFields.map(field => (
        <TextField key={field.name} form={form} autoComplete="off" {...field} />
      ))}
      <div className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-3">
        {numberFields.map(field => (
          <TextField key={field.name} {...number} {...field} />
        ))}
      </div>
      <fieldset>
        <legend className="mb-2 text-small font-medium">
          Hoogstens, in cm <span className="font-normal text-ink-soft">(leeg is elke maat)</span>
        </legend>
        <div className="grid grid-cols-3 items-start gap-3">
          {limitFields.map(field => (
            <TextField key={field.name} {...number} {...field} aria-required={false} />
          ))}
        </div>
      </fieldset>
      <Checkbox {...form.register('isActive')}>Actief: klanten zien dit tarief</Checkbox>
    </form>
  )
}
