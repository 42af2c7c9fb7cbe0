import { useForm, useWatch } from 'react-hook-form'
import { contractResolver } from '../../../ui/call/schemaResolver.ts'
import { showFieldErrors } from '../../../ui/call/formErrors.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { zoneCountryName, type ShippingZone } from './contract.ts'
import { type ZoneFormValues, toZoneFormValues, parseZoneForm } from './form.rules.ts'
import { useSaveZone } from './hooks.ts'

const FORM = 'shipping-zone'
const fields = ['name', 'carrier', 'countries'] as const
const resolver = contractResolver(async () => (await import('./contract.ts')).addZone.input, parseZoneForm)

interface AdminZoneDialogProps {
  /** Null for a new zone. */
  zone: ShippingZone | null
  open: boolean
  onClose: () => void
}

/** The form of a zone: a carrier, and the countries with the same rates. */
export function AdminZoneDialog({ zone, open, onClose }: AdminZoneDialogProps) {
  const save = useSaveZone(zone?.id ?? null)
  return (
    <Dialog open={open} onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title={zone ? 'Zone wijzigen' : 'Zone toevoegen'}
        footer={
          <Button type="submit" form={FORM} busy={save.isPending} className="w-full">
            Zone bewaren
          </Button>
        }
      >
        <ZoneForm zone={zone} save={save} onClose={onClose} />
      </DialogContent>
    </Dialog>
  )
}

interface ZoneFormProps extends Pick<AdminZoneDialogProps, 'zone' | 'onClose'> {
  save: ReturnType<typeof useSaveZone>
}

function ZoneForm({ zone, save, onClose }: ZoneFormProps) {
  const form = useForm<ZoneFormValues>({ defaultValues: toZoneFormValues(zone), resolver })
  const typed = useWatch({ control: form.control, name: 'countries' })
  const known = parseZoneForm({ ...toZoneFormValues(null), countries: typed }).countries
  const submit = form.handleSubmit(draft =>
    save.mutate(parseZoneForm(draft), {
      onSuccess: onClose,
      onError: error => void showFieldErrors<ZoneFormValues>(error, fields, form.setError),
    }),
  )
  return (
    <form id={FORM} noValidate method="post" className="grid gap-5" onSubmit={event => void submit(event)}>
      <TextField form={form} name="name" label="Naam" autoComplete="off" placeholder="Nederland" />
      <TextField form={form} name="carrier" label="Vervoerder" autoComplete="off" placeholder="PostNL" />
      <TextField
        form={form}
        name="countries"
        label="Landen"
        hint={
          known.map(code => zoneCountryName(code.toUpperCase()) ?? code).join(', ') ||
          'Twee letters per land, met spaties ertussen. Een * is elk land dat geen andere zone noemt.'
        }
        autoComplete="off"
        autoCapitalize="characters"
        placeholder="NL"
      />
      <Checkbox {...form.register('isActive')}>Actief: klanten zien de tarieven van deze zone</Checkbox>
    </form>
  )
}
