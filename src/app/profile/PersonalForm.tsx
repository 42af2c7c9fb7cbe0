import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Input, Textarea } from '../../ui/components/Field.tsx'
import { MAX_BIO_LENGTH, type Profile, ProfileChange } from './contract.ts'
import { useSaveProfile } from './hooks.ts'

const Form = ProfileChange.pick({
  firstName: true,
  lastName: true,
  displayName: true,
  dateOfBirth: true,
  phone: true,
  bio: true,
})
const fields = ['firstName', 'lastName', 'displayName', 'dateOfBirth', 'phone', 'bio'] as const

export function PersonalForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const save = useSaveProfile()
  const { register, handleSubmit, setError, setFocus, control, formState } = useForm({
    resolver: zodResolver(Form),
    defaultValues: Object.fromEntries(fields.map(name => [name, profile[name] ?? ''])),
  })
  useEffect(() => setFocus('firstName'), [setFocus])
  const { errors } = formState
  const written = useWatch({ control, name: 'bio' })?.length ?? 0
  const submit = handleSubmit(change =>
    save.mutate(change, {
      onSuccess: onDone,
      onError: error => void showFieldErrors(error, fields, setError),
    }),
  )
  return (
    <form
      onSubmit={event => void submit(event)}
      noValidate
      method="post"
      className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2"
    >
      <Field label="Voornaam" optional error={errors.firstName?.message}>
        <Input autoComplete="given-name" {...register('firstName')} />
      </Field>
      <Field label="Achternaam" optional error={errors.lastName?.message}>
        <Input autoComplete="family-name" {...register('lastName')} />
      </Field>
      <Field
        label="Weergavenaam"
        error={errors.displayName?.message}
        hint="Zo noemen we je, en zo zien anderen je."
        className="sm:col-span-2"
      >
        <Input autoComplete="nickname" {...register('displayName')} />
      </Field>
      <Field label="Geboortedatum" optional error={errors.dateOfBirth?.message}>
        <Input type="date" autoComplete="bday" {...register('dateOfBirth')} />
      </Field>
      <Field label="Telefoonnummer" optional error={errors.phone?.message}>
        <Input type="tel" autoComplete="tel" {...register('phone')} />
      </Field>
      <Field
        label="Bio"
        optional
        error={errors.bio?.message}
        hint={<span className="figures">{`${written} van ${MAX_BIO_LENGTH} tekens`}</span>}
        className="sm:col-span-2"
      >
        <Textarea {...register('bio')} />
      </Field>
      <div className="flex gap-3 max-sm:*:grow sm:col-span-2">
        <Button type="submit" busy={save.isPending}>
          Opslaan
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Annuleren
        </Button>
      </div>
    </form>
  )
}
