import { Pencil } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Input } from '../../ui/components/Field.tsx'
import type { StudioToy } from './contract.ts'
import { useChangeToy } from './hooks.ts'

interface ToyNameProps {
  toy: StudioToy
  /** The id of the element that names the toy's card. */
  titleId: string
}

/** The name of a toy, and a form to change it. */
export function ToyName({ toy, titleId }: ToyNameProps) {
  const [editing, setEditing] = useState(false)
  if (editing) return <NameForm toy={toy} titleId={titleId} onDone={() => setEditing(false)} />
  return (
    <div className="flex min-w-0 items-center">
      <h3 id={titleId} className="display truncate text-subheading">
        {toy.name}
      </h3>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`${toy.name} een andere naam geven`}
        onClick={() => setEditing(true)}
      >
        <Pencil className="size-4" aria-hidden />
      </Button>
    </div>
  )
}

function NameForm({ toy, titleId, onDone }: ToyNameProps & { onDone: () => void }) {
  const change = useChangeToy()
  const [name, setName] = useState(toy.name)
  const input = useRef<HTMLDivElement>(null)
  useEffect(() => input.current?.querySelector('input')?.select(), [])
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || name.trim() === toy.name) return onDone()
    change.mutate({ toyId: toy.id, name }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={save} className="flex min-w-0 grow gap-2">
      <h3 id={titleId} className="sr-only">
        {toy.name}
      </h3>
      <div ref={input} className="min-w-0 grow">
        <Input
          aria-label="Naam van de toy"
          value={name}
          maxLength={40}
          onChange={event => setName(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            onDone()
          }}
        />
      </div>
      <Button type="submit" variant="secondary" busy={change.isPending}>
        Opslaan
      </Button>
    </form>
  )
}
