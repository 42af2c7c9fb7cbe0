import { useQuery } from '@tanstack/react-query'
import { useId, type FormEvent, useEffect, useRef, useState } from 'react'
import { creatorAccountQuery } from '../creators/hooks.ts'
import { Battery } from '../toys/Battery.tsx'
import { ON_AIR_HOURS } from '../toys/contract.ts'
import { ToyStatus } from '../toys/ToyCard.tsx'
import { formatDateTime, formatTime } from '../../ui/format.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { CapSlider } from './CapSlider.tsx'
import type { StudioSession, StudioToy } from './contract.ts'
import { useChangeToy, useRemoveToy, useStopToys } from './hooks.ts'
import { Pencil, Square } from 'lucide-react'
import { Button } from '../../ui/components/Button.tsx'
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx'
import { Input } from '../../ui/forms/Field.tsx'

interface ToyRowProps {
  toy: StudioToy
  /** The live session on this toy, if there is one. */
  session: StudioSession | undefined
}

/** One of the creator's toys: whether it is online and on the air, and its cap. */
export function ToyRow({ toy, session }: ToyRowProps) {
  const titleId = useId()
  return (
    <article
      aria-labelledby={titleId}
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-5"
    >
      <header className="flex flex-wrap items-center gap-x-3">
        <ToyName toy={toy} titleId={titleId} />
        <Status toy={toy} />
        <span className="ml-auto">
          <Battery percent={toy.batteryLevel} />
        </span>
      </header>
      <CapSlider toy={toy} />
      <OnAir toy={toy} />
      {toy.isOwn && !toy.isOnline && !session && <RemoveToy toy={toy} />}
      {!toy.onAir && session && <OngoingSession session={session} />}
    </article>
  )
}

/** Until when others may start on the toy. Only its owner chooses that, for some hours from now on; an admin takes it off. */
function OnAir({ toy: { id: toyId, name, onAir, onAirUntil, isActive, isOwn } }: { toy: StudioToy }) {
  const change = useChangeToy()
  const { data: account } = useQuery(creatorAccountQuery)
  const refusal = isOwn ? (account?.refusal ?? null) : null
  return (
    <div className="grid gap-3 border-t border-line pt-3 text-small">
      <p role="status">
        <span className="block font-medium">
          {onAir && onAirUntil ? `In de uitzending tot ${formatEnd(onAirUntil)}` : 'Uit de uitzending'}
        </span>
        <span className="text-ink-soft">{refusal ?? onAirText(onAir, isActive)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {isOwn &&
          ON_AIR_HOURS.map(hours => (
            <Button
              key={hours}
              variant="secondary"
              size="sm"
              aria-label={`${name} ${hours} uur in de uitzending`}
              disabled={refusal !== null}
              busy={change.isPending && change.variables.onAirHours === hours}
              onClick={() => change.mutate({ toyId, onAirHours: hours })}
            >
              {hours} uur
            </Button>
          ))}
        {onAir && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`${name} uit de uitzending`}
            busy={change.isPending && change.variables.onAir === false}
            onClick={() => change.mutate({ toyId, onAir: false })}
          >
            Uit de uitzending
          </Button>
        )}
      </div>
    </div>
  )
}

/** For a toy that is gone. */
function RemoveToy({ toy: { id: toyId, name } }: { toy: StudioToy }) {
  const remove = useRemoveToy()
  return (
    <ConfirmButton
      variant="quiet"
      size="sm"
      className="justify-self-start"
      label="Verwijderen"
      title={`${name} verwijderen`}
      confirm="Verwijderen"
      busy={remove.isPending}
      onConfirm={close => remove.mutate({ toyId }, { onSettled: close })}
    >
      Verbind je haar later weer, dan is ze nieuw en moet ze opnieuw worden goedgekeurd.
    </ConfirmButton>
  )
}

function onAirText(onAir: boolean, isActive: boolean): string {
  if (!onAir) return 'Niemand kan een nieuwe sessie starten. Kies hoe lang je mee wilt doen.'
  if (!isActive) return 'Anderen kunnen een sessie starten zodra je toy is goedgekeurd.'
  return 'Anderen kunnen een sessie starten. Je hoort het als iemand begint.'
}

const DAY_MS = 24 * 3_600_000

const formatEnd = (iso: string): string =>
  Date.parse(iso) - Date.now() < DAY_MS ? formatTime(iso) : formatDateTime(iso)

/** Off the air, nobody new may start; the session that runs has to be ended by itself. */
function OngoingSession({ session: { id, displayName } }: { session: StudioSession }) {
  const stop = useStopToys()
  return (
    <div className="grid gap-3 rounded-inner bg-sunken p-4 text-small sm:grid-cols-[1fr_auto] sm:items-center">
      <p role="status">De sessie met {displayName} gaat gewoon door.</p>
      <Button variant="secondary" size="sm" busy={stop.isPending} onClick={() => stop.mutate(id)}>
        <Square className="fill-current" aria-hidden />
        Sessie beëindigen
      </Button>
    </div>
  )
}

const Status = ({ toy }: { toy: StudioToy }) =>
  toy.isActive || toy.unstoppedAt ? (
    <ToyStatus toy={toy} />
  ) : (
    <Badge tone="yellow">Wacht op goedkeuring</Badge>
  )

interface ToyNameProps {
  toy: StudioToy
  /** The id of the element that names the toy's card. */
  titleId: string
}

/** The name of a toy, and a form to change it. */
function ToyName({ toy, titleId }: ToyNameProps) {
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
