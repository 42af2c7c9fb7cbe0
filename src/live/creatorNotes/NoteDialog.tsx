import { useQuery } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Input, Textarea } from '../../ui/forms/Field.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { type CreatorNote, MAX_NOTE_LENGTH, MAX_REASON_LENGTH } from './contract.ts'
import { creatorNotesQuery, useRemoveNote, useSaveNote } from './hooks.ts'

interface Person {
  userId: string
  displayName: string
}

/** Opens the creator's note about a person; only she sees whether there is one. */
export function NoteButton({ person }: { person: Person }) {
  const [isOpen, setOpen] = useState(false)
  const { data: notes } = useQuery(creatorNotesQuery)
  const note = notes?.find(({ userId }) => userId === person.userId)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`${note ? 'Notitie' : 'Notitie maken'} over ${person.displayName}`}
        disabled={!notes}
        onClick={() => setOpen(true)}
      >
        <NotebookPen aria-hidden />
        {note ? 'Notitie bekijken' : 'Notitie'}
      </Button>
      {isOpen && <NoteDialog person={person} note={note} onClose={() => setOpen(false)} />}
    </>
  )
}

interface NoteDialogProps {
  person: Person
  note: CreatorNote | undefined
  onClose: () => void
}

function NoteDialog({ person: { userId, displayName }, note, onClose }: NoteDialogProps) {
  const save = useSaveNote()
  const remove = useRemoveNote()
  const form = useApiForm(
    async () => (await import('./contract.ts')).saveCreatorNote.input.omit({ userId: true }),
    { text: note?.text ?? '', reason: note?.reason ?? '' },
    output => save.mutate({ userId, ...output }, { onSuccess: onClose }),
  )
  return (
    <FormDialog
      title={`Notitie over ${displayName}`}
      description="Alleen jij ziet dit. De notitie verdwijnt na een jaar, of eerder als een van jullie het account sluit."
      action="Opslaan"
      isBusy={save.isPending || remove.isPending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Field label="Notitie" error={form.errors.text?.message}>
        <Textarea rows={5} maxLength={MAX_NOTE_LENGTH} {...form.register('text')} />
      </Field>
      <Field
        label="Langer bewaren voor je veiligheid, omdat"
        hint="Met een reden blijft de notitie ook na een jaar staan."
        optional
        error={form.errors.reason?.message}
      >
        <Input maxLength={MAX_REASON_LENGTH} autoComplete="off" {...form.register('reason')} />
      </Field>
      {note && (
        <Button
          variant="link"
          className="justify-self-start text-small"
          onClick={() => remove.mutate({ userId }, { onSuccess: onClose })}
        >
          Notitie verwijderen
        </Button>
      )}
    </FormDialog>
  )
}
