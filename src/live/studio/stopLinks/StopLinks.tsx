import { useQuery } from '@tanstack/react-query'
import { Link2, Nfc } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../../ui/dialogs/Dialog.tsx'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'
import { formatDate } from '../../../ui/format.ts'
import type { StopLink } from './contract.ts'
import { stopLinksQuery, useCreateStopLink, useRevokeStopLink } from './hooks.ts'

/** The links with which anyone who has one stops all of the creator's toys, without signing in. */
export function StopLinks() {
  const { data: links = [] } = useQuery(stopLinksQuery)
  return (
    <section aria-labelledby="stop-links" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="stop-links" className="eyebrow text-ink-faint">
          Stoplinks
        </h2>
        <NewStopLinkDialog />
      </div>
      <p className="text-small text-ink-soft">
        Wie zo’n link opent, stopt al je toys meteen, zonder in te loggen: een kaart in je tas, een tag bij je
        bed, of een vriendin die meekijkt.
      </p>
      {links.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
          {links.map(link => (
            <StopLinkRow key={link.id} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}

function StopLinkRow({ link: { id, name, isSingleUse, createdAt, lastUsedAt } }: { link: StopLink }) {
  const revoke = useRevokeStopLink()
  const since = lastUsedAt ? `gebruikt op ${formatDate(lastUsedAt)}` : `sinds ${formatDate(createdAt)}`
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <span className="min-w-0">
        <span className="block font-medium break-words">{name}</span>
        <span className="text-small text-ink-soft">
          {isSingleUse ? 'Eenmalig' : 'Kaart'}, {since}
        </span>
      </span>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`${name} intrekken`}
        busy={revoke.isPending}
        onClick={() => revoke.mutate({ linkId: id })}
      >
        Intrekken
      </Button>
    </li>
  )
}

const kinds = [
  { value: 'card', name: 'Kaart' },
  { value: 'once', name: 'Eenmalig' },
] as const

function NewStopLinkDialog() {
  const create = useCreateStopLink()
  const [isOpen, setOpen] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    if (next) create.reset()
  }
  return (
    <Dialog open={isOpen} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button variant="secondary" size="sm">
          <Link2 aria-hidden />
          Stoplink maken
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Stoplink maken"
        description="Wie hem opent, stopt al je toys. Meer kan er niet mee."
      >
        {create.data ? <MadeStopLink {...create.data} /> : <NewStopLinkForm create={create} />}
      </DialogContent>
    </Dialog>
  )
}

function NewStopLinkForm({ create }: { create: ReturnType<typeof useCreateStopLink> }) {
  const [name, setName] = useState('')
  const [isNameless, setNameless] = useState(false)
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('card')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setNameless(name.trim() === '')
    if (name.trim() !== '') create.mutate({ name, isSingleUse: kind === 'once' })
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label="Naam"
        hint="Waar hij is, of wie hem heeft. Alleen jij ziet dit."
        error={isNameless ? 'Geef de link een naam.' : undefined}
      >
        <Input
          value={name}
          maxLength={40}
          autoComplete="off"
          onChange={event => {
            setName(event.target.value)
            setNameless(false)
          }}
        />
      </Field>
      <SegmentedControl label="Soort" options={kinds} value={kind} onChange={setKind} />
      <p className="text-small text-ink-soft">
        {kind === 'card'
          ? 'Een kaart werkt tot je haar intrekt. Druk de code af, of zet de link op een NFC-tag.'
          : 'Een eenmalige link werkt één keer, en een week als niemand hem gebruikt.'}
      </p>
      <Button type="submit" busy={create.isPending}>
        Maken
      </Button>
    </form>
  )
}

function MadeStopLink({ url, qrCode, link }: { url: string; qrCode: string; link: StopLink }) {
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => toast({ title: 'Link gekopieerd' }),
      () =>
        toast({
          title: 'Kopiëren lukte niet',
          description: 'Selecteer de link zelf.',
          variant: 'destructive',
        }),
    )
  return (
    <div className="grid justify-items-center gap-5">
      <img
        src={qrCode}
        alt={`QR-code van de stoplink ${link.name}`}
        className="size-56 rounded-card bg-white p-3"
      />
      <p className="w-full rounded-inner border border-line bg-surface px-3 py-2 text-small break-all select-all">
        {url}
      </p>
      <p className="text-center text-small text-ink-soft">
        Je ziet hem alleen nu. Bewaar hem, of maak later een nieuwe.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={copy}>Kopiëren</Button>
        <NfcButton url={url} />
      </div>
    </div>
  )
}

/** Chrome on Android alone can write tags, https://developer.mozilla.org/docs/Web/API/NDEFReader */
interface NfcWriter {
  write(message: { records: { recordType: 'url'; data: string }[] }): Promise<void>
}
declare const NDEFReader: (new () => NfcWriter) | undefined

function NfcButton({ url }: { url: string }) {
  const [isWriting, setWriting] = useState(false)
  if (typeof NDEFReader === 'undefined') return null
  const Writer = NDEFReader
  const write = () => {
    setWriting(true)
    new Writer()
      .write({ records: [{ recordType: 'url', data: url }] })
      .then(
        () => toast({ title: 'De tag is klaar' }),
        () => toast({ title: 'De tag is niet beschreven', variant: 'destructive' }),
      )
      .finally(() => setWriting(false))
  }
  return (
    <Button variant="secondary" busy={isWriting} onClick={write}>
      <Nfc aria-hidden />
      Op een NFC-tag zetten
    </Button>
  )
}
