import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useUser } from '../../people/accounts/hooks.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Field, Textarea } from '../../ui/forms/Field.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { IconButton } from '../../ui/components/IconButton.tsx'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { useIdempotencyKey } from '../../ui/call/idempotencyKey.ts'
import { formatDateTime } from '../../ui/format.ts'
import { type InternalNote, MAX_NOTE_LENGTH } from './contract.ts'
import { type NoteSubject, notesQuery, useAddNote, useEditNote, useRemoveNote } from './hooks.ts'

const loadSchema = async () => (await import('./contract.ts')).NoteText

/** The notes of admins about an order or a customer, the newest first, with a form to add one. */
export function AdminNotes({ subject }: { subject: NoteSubject }) {
  const { data: notes } = useQuery(notesQuery(subject))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card className="grid gap-4 p-5">
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="text-subheading font-medium outline-none">
          Notities
        </h2>
        <p className="text-small text-ink-soft">
          Alleen voor administrators. Wie om een kopie van de eigen gegevens vraagt, krijgt ook wat hier
          staat.
        </p>
      </div>
      <AddForm subject={subject} written={notes?.length ?? 0} />
      {!notes && <Skeleton className="h-16" />}
      {notes && notes.length > 0 && (
        <ul aria-label="Notities" className="divide-y divide-line border-t border-line">
          {notes.map(note => (
            <li key={note.id} className="py-3">
              {/* The buttons of a removed note disappear with it. */}
              <Note note={note} subject={subject} onRemoved={() => heading.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** @param props.written the number of notes, so that the same text can be noted again later */
function AddForm({ subject, written }: { subject: NoteSubject; written: number }) {
  const keyFor = useIdempotencyKey()
  const add = useAddNote(subject, text => keyFor(`${written} ${text}`))
  const form = useApiForm(loadSchema, { text: '' }, (note, onError, { reset }) =>
    add.mutate(note, { onError, onSuccess: () => reset() }),
  )
  return (
    <form onSubmit={form.submit} noValidate method="post" className="grid gap-3">
      <Field label="Nieuwe notitie" error={form.errors.text?.message}>
        <Textarea rows={2} maxLength={MAX_NOTE_LENGTH} {...form.register('text')} />
      </Field>
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        busy={add.isPending}
        className="justify-self-start max-sm:h-11"
      >
        Bewaren
      </Button>
    </form>
  )
}

interface NoteProps {
  note: InternalNote
  subject: NoteSubject
  /** Called after it was removed, to move the focus from its button. */
  onRemoved: () => void
}

function Note({ note, subject, onRemoved }: NoteProps) {
  const [isEditing, setIsEditing] = useState(false)
  const isOwn = useUser()?.id === note.author.id
  const { text, author, createdAt, editedAt } = note
  if (isEditing) return <EditForm note={note} subject={subject} onDone={() => setIsEditing(false)} />
  return (
    <div className="flex items-start gap-2">
      <div className="grid min-w-0 grow gap-1 text-small">
        <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
        <p className="text-tiny text-ink-faint">
          {author.displayName}, {formatDateTime(createdAt)}
          {editedAt && ', gewijzigd'}
        </p>
      </div>
      {isOwn && (
        <>
          <IconButton icon={Pencil} label="Notitie wijzigen" onClick={() => setIsEditing(true)} />
          <RemoveButton note={note} subject={subject} onRemoved={onRemoved} />
        </>
      )}
    </div>
  )
}

function RemoveButton({ note, subject, onRemoved }: NoteProps) {
  const remove = useRemoveNote(subject, onRemoved)
  return (
    <IconButton
      icon={Trash2}
      label="Notitie verwijderen"
      busy={remove.isPending}
      onClick={() => remove.mutate(note)}
    />
  )
}

interface EditFormProps {
  note: InternalNote
  subject: NoteSubject
  onDone: () => void
}

function EditForm({ note, subject, onDone }: EditFormProps) {
  const edit = useEditNote(subject)
  const form = useApiForm(loadSchema, { text: note.text }, ({ text }, onError) =>
    edit.mutate({ noteId: note.id, text }, { onError, onSuccess: onDone }),
  )
  return (
    <form onSubmit={form.submit} noValidate method="post" className="grid gap-3">
      <Field label="Notitie" error={form.errors.text?.message}>
        <Textarea rows={3} maxLength={MAX_NOTE_LENGTH} {...form.register('text')} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={edit.isPending} className="max-sm:h-11">
          Bewaren
        </Button>
        <Button variant="secondary" size="sm" onClick={onDone} className="max-sm:h-11">
          Toch niet
        </Button>
      </div>
    </form>
  )
}
