import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Field, Input } from '../../ui/components/Field.tsx'
import { changeCustomer, type Customer } from './contract.ts'
import { useChangeCustomer } from './hooks.ts'

const names = ['displayName', 'firstName', 'lastName'] as const
const Names = changeCustomer.input.pick({ displayName: true, firstName: true, lastName: true })

/** What someone is called. Only what was changed is sent: who changes another name at the same time loses nothing. */
export function AdminCustomerNames({ member }: { member: Customer }) {
  const change = useChangeCustomer(({ displayName }) => `${displayName} is bijgewerkt`)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(Names),
    defaultValues: {
      displayName: member.displayName,
      firstName: member.firstName ?? '',
      lastName: member.lastName ?? '',
    },
  })
  const { errors, dirtyFields, isDirty } = formState
  const submit = handleSubmit(typed => {
    const changed = names.filter(name => dirtyFields[name]).map(name => [name, typed[name]])
    change.mutate(
      { userId: member.id, ...Object.fromEntries(changed) },
      { onError: error => void showFieldErrors(error, names, setError) },
    )
  })
  return (
    <Card className="p-5">
      <h2 className="display mb-4 text-subheading">Namen</h2>
      <form onSubmit={event => void submit(event)} noValidate method="post" className="grid gap-4">
        <Field label="Weergavenaam" error={errors.displayName?.message}>
          <Input autoComplete="off" {...register('displayName')} />
        </Field>
        <Field label="Voornaam" optional error={errors.firstName?.message}>
          <Input autoComplete="off" {...register('firstName')} />
        </Field>
        <Field label="Achternaam" optional error={errors.lastName?.message}>
          <Input autoComplete="off" {...register('lastName')} />
        </Field>
        <Button type="submit" variant="secondary" disabled={!isDirty} busy={change.isPending}>
          Namen opslaan
        </Button>
      </form>
    </Card>
  )
}
