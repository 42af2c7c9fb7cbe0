import { useForm, type UseFormReturn } from 'react-hook-form'
import { FormDialog } from '../../../ui/forms/FormDialog.tsx'
import { Field, Textarea } from '../../../ui/forms/Field.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { showFieldErrors } from '../../../ui/call/formErrors.ts'
import { useIdempotencyKey } from '../../../ui/call/idempotencyKey.ts'
import { keysOf } from '../../../wire/records.ts'
import { contractResolver } from '../../../ui/call/schemaResolver.ts'
import { useCreateGiftCard } from './hooks.ts'
import { MAX_GIFT_MESSAGE } from '../contract.ts'
import { emptyGiveForm, type GiveForm, parseGiveForm } from './giveForm.rules.ts'

/** Gives someone a gift card, for a reason. Keeps the form's values when the server refuses them. */
export function AdminGiveGiftCard({ onClose }: { onClose: () => void }) {
  const create = useCreateGiftCard()
  const keyFor = useIdempotencyKey()
  const form = useForm<GiveForm>({
    defaultValues: emptyGiveForm,
    resolver: contractResolver(
      async () => (await import('./contract.ts')).createGiftCard.input,
      parseGiveForm,
    ),
  })
  const submit = form.handleSubmit(typed => {
    const input = parseGiveForm(typed)
    create.mutate(
      { input, idempotencyKey: keyFor(JSON.stringify(input)) },
      {
        onSuccess: onClose,
        onError: error => void showFieldErrors<GiveForm>(error, keysOf(emptyGiveForm), form.setError),
      },
    )
  })
  return (
    <FormDialog
      title="Cadeaubon geven"
      description="De ontvanger krijgt de bon meteen per mail."
      action="Geven en mailen"
      isBusy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

const Fields = ({ form }: { form: UseFormReturn<GiveForm> }) => (
  <>
    <TextField
      form={form}
      name="value"
      label="Waarde in euro"
      inputMode="decimal"
      placeholder="25,00"
      autoComplete="off"
    />
    <div className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-2">
      <TextField
        form={form}
        name="recipientEmail"
        label="E-mailadres"
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <TextField form={form} name="recipientName" label="Naam" optional autoComplete="off" />
    </div>
    <Field label="Bericht" optional hint="Staat in de mail." error={form.formState.errors.message?.message}>
      <Textarea rows={3} maxLength={MAX_GIFT_MESSAGE} {...form.register('message')} />
    </Field>
    <TextField
      form={form}
      name="reason"
      label="Reden"
      hint="Alleen voor het beheer: komt in het logboek."
      autoComplete="off"
    />
  </>
)
