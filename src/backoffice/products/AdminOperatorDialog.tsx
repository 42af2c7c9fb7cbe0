import { useForm, type UseFormReturn } from 'react-hook-form'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { DialogButtons } from '../../ui/components/DialogButtons.tsx'
import { Field, Textarea } from '../../ui/components/Field.tsx'
import { TextField } from '../../ui/components/TextField.tsx'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { contractResolver } from '../../ui/schemaResolver.ts'
import type { AdminOperator } from './safety.contract.ts'
import { useSaveOperator } from './safety.hooks.ts'

const FORM = 'operator'
const empty = { name: '', address: '', country: '', electronicAddress: '' }
type OperatorForm = typeof empty
const names = Object.keys(empty) as (keyof OperatorForm)[]

interface AdminOperatorDialogProps {
  /** Null for a new one. */
  operator: AdminOperator | null
  onClose: () => void
  onSaved: (operator: AdminOperator) => void
}

/** A manufacturer, or who answers for one in the EU. */
export function AdminOperatorDialog({ operator, onClose, onSaved }: AdminOperatorDialogProps) {
  const save = useSaveOperator(operator)
  const form = useForm<OperatorForm>({
    defaultValues: { ...empty, ...operator },
    resolver: contractResolver(
      async () => (await import('./safety.contract.ts')).createOperator.input,
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
    <Dialog open onOpenChange={isOpen => !isOpen && !save.isPending && onClose()}>
      <DialogContent
        title={operator ? 'Fabrikant bewerken' : 'Nieuwe fabrikant'}
        description="Of de partij in de EU die voor een fabrikant daarbuiten instaat. Klanten zien dit bij het product."
        footer={
          <DialogButtons isBusy={save.isPending} onCancel={onClose}>
            <Button type="submit" form={FORM} busy={save.isPending}>
              Opslaan
            </Button>
          </DialogButtons>
        }
      >
        <form
          id={FORM}
          noValidate
          method="post"
          className="grid gap-5"
          onSubmit={event => void submit(event)}
        >
          <OperatorFields form={form} />
        </form>
      </DialogContent>
    </Dialog>
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
