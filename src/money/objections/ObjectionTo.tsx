import { useState } from 'react'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Field, Textarea } from '../../ui/forms/Field.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { formatDate } from '../../ui/format.ts'
import type { Objection, ObjectionSubject } from './contract.ts'
import { useObject } from './hooks.ts'

interface ObjectionToProps {
  subject: ObjectionSubject
  subjectId: string
  name: string
  objection: Objection | null
  canObject: boolean
}

/** A creator's last objection to a line or an invoice with its answer, and the button to make one. */
export function ObjectionTo({ objection, canObject, ...about }: ObjectionToProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {objection && (
        <span className="text-small wrap-anywhere text-ink-soft">
          Jouw bezwaar van {formatDate(objection.createdAt)}: {objection.reason}{' '}
          {objection.answer === null || objection.answeredAt === null
            ? `Antwoord uiterlijk op ${formatDate(objection.dueOn)}.`
            : `Antwoord van ${formatDate(objection.answeredAt)}: ${objection.answer}`}
        </span>
      )}
      {canObject && (
        <button
          type="button"
          className="inline-flex min-h-11 items-center text-small text-ink-soft underline underline-offset-4 hover:text-accent-text"
          onClick={() => setOpen(true)}
        >
          Klopt dit niet?<span className="sr-only"> Bezwaar tegen {about.name}</span>
        </button>
      )}
      {isOpen && <ObjectionDialog {...about} onClose={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = Pick<ObjectionToProps, 'subject' | 'subjectId' | 'name'> & { onClose: () => void }

function ObjectionDialog({ subject, subjectId, name, onClose }: DialogProps) {
  const save = useObject()
  const { register, errors, submit } = useApiForm(
    async () => (await import('./contract.ts')).objectToEarnings.input.pick({ reason: true }),
    { reason: '' },
    (input, onError) => save.mutate({ subject, subjectId, ...input }, { onSuccess: onClose, onError }),
  )
  return (
    <FormDialog
      title={`Bezwaar tegen ${name}`}
      description="Iemand van ons bekijkt het en antwoordt binnen vijf werkdagen."
      action="Versturen"
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Wat klopt er niet?" error={errors.reason?.message}>
        <Textarea {...register('reason')} />
      </Field>
    </FormDialog>
  )
}
