import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useShop } from '../../../ui/page/boot.ts'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { FormDialog } from '../../../ui/forms/FormDialog.tsx'
import { Field, FieldError, Textarea } from '../../../ui/forms/Field.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { plural } from '../../../ui/format.ts'
import { Remedy } from '../contract.ts'
import { showFieldErrors } from '../../../ui/call/formErrors.ts'
import { useIdempotencyKey } from '../../../ui/call/idempotencyKey.ts'
import { contractResolver } from '../../../ui/call/schemaResolver.ts'
import { AdminProductPicker, type Target } from '../../promotions/admin/AdminTargetPicker.tsx'
import { recallBuyersQuery, usePublishRecall } from './hooks.ts'

const empty = {
  productId: '',
  startsOn: '',
  endsOn: '',
  brand: '',
  identification: '',
  hazard: '',
  action: '',
  remedies: [] as Remedy[],
  remedyException: '',
  hazardFr: '',
  actionFr: '',
  identificationFr: '',
  remedyExceptionFr: '',
}
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
      <div className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="brand"
          label="Merk"
          optional
          autoComplete="off"
          hint="Leeg: wie het maakt, zoals bij het product staat."
        />
        <Field
          label="Partij- of serienummers"
          optional
          hint="En waar ze op het product staan."
          error={errors.identification?.message}
        >
          <Textarea rows={2} {...form.register('identification')} />
        </Field>
      </div>
      <Field label="Wat er mis is" error={errors.hazard?.message}>
        <Textarea
          rows={4}
          placeholder="De batterij kan te warm worden, met kans op brandwonden."
          {...form.register('hazard')}
        />
      </Field>
      <Field label="Wat je klant moet doen" error={errors.action?.message}>
        <Textarea
          rows={4}
          placeholder="Gebruik en laad het niet meer. Antwoord op deze mail: we halen het op."
          {...form.register('action')}
        />
      </Field>
      <RemedyFields form={form} />
      {useShop().shipsTo.includes('BE') && <FrenchFields form={form} />}
    </>
  )
}

/** For buyers in Belgium, whose region may want French. */
function FrenchFields({ form }: { form: UseFormReturn<RecallForm> }) {
  const { errors } = form.formState
  const remedies = useWatch({ control: form.control, name: 'remedies' })
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5">
      <legend className="float-left mb-1 w-full text-small font-medium">In het Frans, voor België</legend>
      <p className="clear-both -mt-4 text-small text-ink-soft">
        Kopers met een adres in België krijgen het onder het Nederlands. De vaste woorden vertalen we zelf.
      </p>
      <Field label="Wat er mis is, in het Frans" optional error={errors.hazardFr?.message}>
        <Textarea rows={3} lang="fr" {...form.register('hazardFr')} />
      </Field>
      <Field label="Wat je klant moet doen, in het Frans" optional error={errors.actionFr?.message}>
        <Textarea rows={3} lang="fr" {...form.register('actionFr')} />
      </Field>
      <Field
        label="Partij- of serienummers, in het Frans"
        optional
        hint="Leeg: zoals in het Nederlands."
        error={errors.identificationFr?.message}
      >
        <Textarea rows={2} lang="fr" {...form.register('identificationFr')} />
      </Field>
      {remedies.length === 1 && (
        <Field
          label="Waarom er niets te kiezen is, in het Frans"
          error={errors.remedyExceptionFr?.message}
          optional
        >
          <Textarea rows={2} lang="fr" {...form.register('remedyExceptionFr')} />
        </Field>
      )}
    </fieldset>
  )
}

/** At least two, or why there is only one (Reg. (EU) 2023/988, art. 37). */
function RemedyFields({ form }: { form: UseFormReturn<RecallForm> }) {
  const { errors } = form.formState
  const remedies = useWatch({ control: form.control, name: 'remedies' })
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-small font-medium">Waaruit je klant kiest, minstens twee</legend>
        {Remedy.options.map(remedy => (
          <Checkbox key={remedy} value={remedy} {...form.register('remedies')}>
            {remedyLabels[remedy]}
          </Checkbox>
        ))}
        <FieldError>{errors.remedies?.message}</FieldError>
      </fieldset>
      {remedies.length === 1 && (
        <Field
          label="Waarom er niets te kiezen is"
          hint="De klant leest dit. Het mag alleen als de andere niet kunnen, of veel te veel kosten."
          error={errors.remedyException?.message}
        >
          <Textarea rows={2} {...form.register('remedyException')} />
        </Field>
      )}
    </>
  )
}

const remedyLabels: Record<Remedy, string> = {
  REPAIR: 'Reparatie',
  REPLACEMENT: 'Een ander, veilig exemplaar',
  REFUND: 'Terugbetaling van minstens wat hij betaalde',
}
