import { useState } from 'react'
import { useCheckedSubmit } from '../../ui/formErrors.ts'
import { Button } from '../../ui/components/Button.tsx'
import { RadioCard } from '../../ui/components/Checkbox.tsx'
import { Field, FieldError, Textarea } from '../../ui/components/Field.tsx'
import { useAnswerWithdrawal } from './admin.hooks.ts'
import { answerWithdrawal } from './contract.ts'

const choices = [
  { value: true, title: 'Ja, aanvaarden' },
  { value: false, title: 'Nee, weigeren' },
]

/** One answer for a whole withdrawal, given once. */
export function AdminAnswerForm({ withdrawalId, onDone }: { withdrawalId: string; onDone: () => void }) {
  const [accepted, setAccepted] = useState<boolean | null>(null)
  const [answer, setAnswer] = useState('')
  const send = useAnswerWithdrawal()
  const { errors, submit } = useCheckedSubmit(answerWithdrawal.input, send)
  return (
    <form
      noValidate
      method="post"
      onSubmit={event => submit(event, { withdrawalId, accepted, answer }, onDone)}
      className="grid gap-5"
    >
      <fieldset className="grid gap-3">
        <legend className="pb-2 text-small font-medium">Neem je het terug</legend>
        {choices.map(({ value, title }) => (
          <RadioCard
            key={title}
            name="accepted"
            title={title}
            checked={accepted === value}
            onChange={() => setAccepted(value)}
          />
        ))}
        <FieldError>{errors['accepted']}</FieldError>
      </fieldset>
      <Field label="Antwoord aan de klant" error={errors['answer']}>
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
