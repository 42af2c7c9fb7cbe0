import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { FormDialog } from '../../ui/components/FormDialog.tsx'
import { Field, Textarea } from '../../ui/components/Field.tsx'
import { TextField } from '../../ui/components/TextField.tsx'
import { plural } from '../../ui/format.ts'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { useIdempotencyKey } from '../../ui/idempotencyKey.ts'
import { contractResolver } from '../../ui/schemaResolver.ts'
import { AdminProductPicker, type Target } from '../promotions/AdminTargetPicker.tsx'
import { recallBuyersQuery, usePublishRecall } from './hooks.ts'

const empty = { productId: '', startsOn: '', endsOn: '', hazard: '', action: '' }
type RecallForm = typeof empty
const names = Object.keys(empty) as (keyof RecallForm)[]

/** The form of a recall. It can't be undone: the button says how many buyers are mailed. */
export function AdminRecallDialog({ onClose }: { onClose: () => void }) {
  const publish = usePublishRecall(useIdempotencyKey())
  const form = useForm<RecallForm>({
    defaultValues: empty,
    resolver: contractResolver(
      async () => (await import('./contract.ts')).publishRecall.input,
      (draft: RecallForm) => draft,
    ),
  })
  const submit = form.handleSubmit(draft =>
    publish.mutate(draft, {
      onSuccess: onClose,
      onError: error => void showFieldErrors<RecallForm>(error, names, form.setError),
    }),
  )
  const buyers = useBuyers(form)
  return (
    <FormDialog
      title="Product terugroepen"
      description="Zet eerst het product zelf uit de verkoop. Een terugroepactie is niet terug te draaien."
      action={
        buyers === undefined ? 'Publiceren' : `Publiceren en ${plural(buyers, 'koper', 'kopers')} mailen`
      }
      isBusy={publish.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <RecallFields form={form} />
    </FormDialog>
  )
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** How many would be mailed, once the product and the days are known. */
function useBuyers({ control }: UseFormReturn<RecallForm>): number | undefined {
  const [productId, startsOn, endsOn] = useWatch({ control, name: ['productId', 'startsOn', 'endsOn'] })
  const isKnown = productId !== '' && isDay(startsOn) && isDay(endsOn)
  const { data } = useQuery({ ...recallBuyersQuery({ productId, startsOn, endsOn }), enabled: isKnown })
  return isKnown ? data?.buyers : undefined
}

function RecallFields({ form }: { form: UseFormReturn<RecallForm> }) {
  const [chosen, setChosen] = useState<Target[]>([])
  const { errors, isSubmitted } = form.formState
  const choose = (next: Target[]) => {
    // One product: the last that was chosen.
    const last = next.slice(-1)
    setChosen(last)
    form.setValue('productId', last[0]?.id ?? '', { shouldValidate: isSubmitted })
  }
  return (
    <>
      <AdminProductPicker chosen={chosen} onChange={choose} error={errors.productId?.message} />
      <div className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-2">
        <TextField form={form} name="startsOn" label="Verkocht van" type="date" />
        <TextField form={form} name="endsOn" label="Tot en met" type="date" />
      </div>
      <Field label="Wat er mis is" error={errors.hazard?.message}>
        <Textarea
          rows={4}
          placeholder="De batterij kan te warm worden, met kans op brandwonden."
          {...form.register('hazard')}
        />
      </Field>
      <Field label="Wat je klant moet doen, en wat hij krijgt" error={errors.action?.message}>
        <Textarea
          rows={4}
          placeholder="Gebruik en laad het niet meer. Antwoord op deze mail: we halen het op en betalen je alles terug, of sturen een nieuw."
          {...form.register('action')}
        />
      </Field>
    </>
  )
}
