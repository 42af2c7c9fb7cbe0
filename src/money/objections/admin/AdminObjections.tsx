import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Field, Textarea } from '../../../ui/forms/Field.tsx'
import { FormDialog } from '../../../ui/forms/FormDialog.tsx'
import { formatDate } from '../../../ui/format.ts'
import { DataTable, type TableColumn } from '../../../ui/lists/DataTable.tsx'
import type { AdminObjection } from './contract.ts'
import { objectionsQuery, useAnswer } from './hooks.ts'

/** The objections of creators to their earnings and invoices, late ones first. */
export function AdminObjections() {
  const { data: objections } = useSuspenseQuery(objectionsQuery)
  const [answering, setAnswering] = useState<AdminObjection | null>(null)
  if (objections.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="text-subheading font-semibold">Bezwaren</h2>
      <DataTable
        caption="Bezwaren, wat te laat is eerst"
        columns={columns(setAnswering)}
        rows={objections}
        keyOf={({ id }) => id}
      />
      {answering && <AnswerDialog objection={answering} onClose={() => setAnswering(null)} />}
    </section>
  )
}

const columns = (answer: (objection: AdminObjection) => void): TableColumn<AdminObjection>[] => [
  {
    name: 'Creator',
    cell: ({ creatorId, displayName }) => (
      <Link to={`/admin/users/${creatorId}`} className="underline underline-offset-4">
        {displayName}
      </Link>
    ),
  },
  { name: 'Tegen', cell: ({ name }) => name },
  {
    name: 'Bezwaar',
    cell: ({ reason, answer: text }) => (
      <span className="grid gap-1 wrap-anywhere">
        {reason}
        {text !== null && <span className="text-ink-soft">Antwoord: {text}</span>}
      </span>
    ),
  },
  {
    name: 'Antwoord',
    align: 'end',
    cell: ({ dueOn, isLate, answeredAt }) =>
      answeredAt === null ? (
        <>
          uiterlijk {formatDate(dueOn)} {isLate && <Badge tone="danger">Te laat</Badge>}
        </>
      ) : (
        formatDate(answeredAt)
      ),
  },
  {
    name: 'Doen',
    align: 'end',
    phone: 'unnamed',
    cell: objection =>
      objection.answeredAt === null && (
        <Button variant="secondary" size="sm" className="max-md:h-11" onClick={() => answer(objection)}>
          Beantwoorden<span className="sr-only"> van {objection.displayName}</span>
        </Button>
      ),
  },
]

function AnswerDialog({ objection, onClose }: { objection: AdminObjection; onClose: () => void }) {
  const save = useAnswer()
  const { register, errors, submit } = useApiForm(
    async () => (await import('./contract.ts')).answerObjection.input.pick({ answer: true }),
    { answer: '' },
    (input, onError) => save.mutate({ objectionId: objection.id, ...input }, { onSuccess: onClose, onError }),
  )
  return (
    <FormDialog
      title={`Antwoord op het bezwaar tegen ${objection.name}`}
      description="Een regel en een factuur veranderen niet meer. Je antwoord ook niet."
      action="Versturen"
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Je antwoord" error={errors.answer?.message}>
        <Textarea {...register('answer')} />
      </Field>
    </FormDialog>
  )
}
