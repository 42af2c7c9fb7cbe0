import { type FormEvent, useState } from 'react'
import { CallError } from '../../ui/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { RadioCard } from '../../ui/components/Checkbox.tsx'
import { Field, FieldError, Textarea } from '../../ui/components/Field.tsx'
import { useAnswerWithdrawal } from './admin.hooks.ts'
import { answerWithdrawal } from './contract.ts'

interface AdminAnswerFormProps {
  withdrawalId: string
  onDone: () => void
}

/** One answer for a whole withdrawal, given once. */
export function AdminAnswerForm({ withdrawalId, onDone }: AdminAnswerFormProps) {
  const [accepted, setAccepted] = useState<boolean | null>(null)
  const [answer, setAnswer] = useState('')
  const [missing, setMissing] = useState<Record<string, string>>({})
  const send = useAnswerWithdrawal()
  const fields = { ...(send.error instanceof CallError ? send.error.fields : {}), ...missing }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = answerWithdrawal.input.safeParse({ withdrawalId, accepted, answer })
    setMissing(
      Object.fromEntries(read.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []),
    )
    if (read.success) send.mutate(read.data, { onSuccess: onDone })
  }
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-5">
      <fieldset className="grid gap-3">
        <legend className="pb-2 text-small font-medium">Neem je het terug</legend>
        <RadioCard
          name="accepted"
          title="Ja, aanvaarden"
          checked={accepted === true}
          onChange={() => setAccepted(true)}
        />
        <RadioCard
          name="accepted"
          title="Nee, weigeren"
          checked={accepted === false}
          onChange={() => setAccepted(false)}
        />
        <FieldError>{fields['accepted']}</FieldError>
      </fieldset>
      <Field label="Antwoord aan de klant" error={fields['answer']}>
        <Textarea
          rows={5}
          maxLength={1000}
          value={answer}
          onChange={event => setAnswer(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={send.isPending}>
        Antwoord versturen
      </Button>
    </form>
  )
}
