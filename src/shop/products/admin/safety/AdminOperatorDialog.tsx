import { useForm, type UseFormReturn } from 'react-hook-form'
import { FormDialog } from '../../../../ui/forms/FormDialog.tsx'
import { Field, Textarea } from '../../../../ui/forms/Field.tsx'
import { TextField } from '../../../../ui/forms/TextField.tsx'
import { showFieldErrors } from '../../../../ui/call/formErrors.ts'
import { contractResolver } from '../../../../ui/call/schemaResolver.ts'
import type { AdminOperator } from './contract.ts'
import { useSaveOperator } from './hooks.ts'

const empty = { name: '', address: '', country: '', electronicAddress: '' }
type OperatorForm = typeof empty
const names = Object.keys(empty) as (keyof OperatorForm)[]

interface AdminOperatorDialogProps {
  /** Null for a new one. */
  operator: AdminOperator | null
  onClose: () => void
  onSaved: (operator: AdminOperator) => void
}

/** A manufacturer, or the person who is responsible for one in the EU. */
export function AdminOperatorDialog({ operator, onClose, onSaved }: AdminOperatorDialogProps) {
  const save = useSaveOperator(operator)
  const form = useForm<OperatorForm>({
    defaultValues: { ...empty, ...operator },
    resolver: contractResolver(
      async () => (await import('./contract.ts')).createOperator.input,
      (draft: OperatorForm) => draft,
    ),
  })
  const submit = form.handleSubmit(draft =>
    save.mutate(draft, {
      onSuccess: saved => {
        onSaved(saved)
        onClose()
      },
      onError: error => void showFieldErrors<OperatorForm>(error, names, form.setError),
    }),
  )
  return (
    <FormDialog
      title={operator ? 'Fabrikant bewerken' : 'Nieuwe fabrikant'}
      description="Of de partij in de EU die voor een fabrikant daarbuiten instaat. Klanten zien dit bij het product."
      action="Opslaan"
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <OperatorFields form={form} />
    </FormDialog>
  )
}

const OperatorFields = ({ form }: { form: UseFormReturn<OperatorForm> }) => (
  <>
    <TextField form={form} name="name" label="Naam" autoComplete="off" />
    <Field label="Postadres" error={form.formState.errors.address?.message}>
      <Textarea rows={3} {...form.register('address')} />
    </Field>
    <TextField
      form={form}
      name="country"
      label="Land"
      hint="De twee letters: BE, NL, DE, CN …"
      autoComplete="off"
      maxLength={2}
    />
    <TextField
      form={form}
      name="electronicAddress"
      label="E-mailadres of website"
      autoComplete="off"
      inputMode="email"
    />
  </>
)
