import { creatorPath } from '../path.rules.ts'
import { BookUser } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import { Field, Textarea } from '../../../ui/forms/Field.tsx'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { defineAdminList } from '../../../ui/lists/defineAdminList.tsx'
import { type OwnPicture, type PageDraft } from '../contract.ts'
import { languageNames } from '../page.rules.ts'
import type { ModeratedPage } from './contract.ts'
import { moderatedPagesQuery, pageListUrl, useDecidePicture, useDecideTexts } from './hooks.ts'

const fields: [string, (texts: PageDraft) => string | null][] = [
  ['Artiestennaam', ({ stageName }) => stageName],
  ['Adres', ({ slug }) => creatorPath(slug)],
  ['In één regel', ({ mood }) => mood],
  ['Over mij', ({ about }) => about],
  ['Houdt van', ({ likes }) => likes.join(', ')],
  ['Liever niet', ({ dislikes }) => dislikes.join(', ')],
  ['Spreekt', ({ languages }) => languages.map(code => languageNames[code]).join(', ')],
  ['Bedankje', ({ thanks }) => thanks],
]

function Row({ row }: { row: ModeratedPage }) {
  const texts = useDecideTexts()
  const { id: userId, draft, submittedAt } = row
  const shown = row.shown && { ...row.shown, slug: row.slug }
  return (
    <article aria-label={row.displayName} className="grid gap-5 p-5">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Link to={`/admin/creators/${userId}`} className="font-semibold underline-offset-4 hover:underline">
          {row.displayName}
        </Link>
        <span className="figures text-tiny text-ink-faint">
          {draft && submittedAt && formatDateTime(submittedAt)}
        </span>
      </header>
      <Comparison draft={draft} shown={shown} />
      {draft && submittedAt && (
        <Decide
          what="de teksten"
          isBusy={texts.isPending}
          onDecide={decision => texts.mutate({ userId, submittedAt, ...decision })}
        />
      )}
      <Pictures pictures={row.pictures} />
    </article>
  )
}

/** The texts that wait beside those that are shown; only the shown ones while none wait. */
function Comparison({ draft, shown }: { draft: PageDraft | null; shown: PageDraft | null }) {
  const rows = fields.filter(([, textOf]) => [draft, shown].some(texts => texts && textOf(texts)))
  return (
    <dl className="grid gap-x-5 gap-y-3 text-small">
      {rows.map(([name, textOf]) => {
        const [next, now] = [draft && textOf(draft), shown && textOf(shown)]
        return (
          <div
            key={name}
            className="grid gap-x-5 gap-y-1 border-t border-line pt-3 sm:grid-cols-[8rem_1fr_1fr]"
          >
            <dt className="text-ink-faint">{name}</dt>
            {draft && (
              <dd className={next === now ? 'text-ink-faint' : 'bg-yellow-soft px-1 font-medium'}>
                <span className="wrap-anywhere whitespace-pre-line">{next || 'Leeg'}</span>
              </dd>
            )}
            {shown && (
              <dd className="text-ink-soft">
                {draft && <span className="sr-only">Nu te zien: </span>}
                <span className="wrap-anywhere whitespace-pre-line">{now || 'Leeg'}</span>
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}

function Pictures({ pictures }: { pictures: OwnPicture[] }) {
  const decide = useDecidePicture()
  if (pictures.length === 0) return null
  return (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {pictures.map(({ id: pictureId, kind, url, isApproved }) => {
        const name = kind === 'PORTRAIT' ? 'Portret' : 'Foto'
        return (
          <li key={pictureId} className="grid content-start gap-2">
            <ResponsiveImage src={url} alt={name} sizes="240px" className="rounded-inner" />
            <Badge tone={isApproved ? 'green' : 'yellow'} className="justify-self-start">
              {name}: {isApproved ? 'te zien' : 'te bekijken'}
            </Badge>
            {!isApproved && (
              <Decide
                what="de foto"
                isBusy={decide.isPending}
                onDecide={decision => decide.mutate({ pictureId, ...decision })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface DecideProps {
  /** `de teksten`. */
  what: string
  isBusy: boolean
  onDecide: (decision: { isApproved: boolean; reason: string | null }) => void
}

/** Approves, or refuses with a reason. */
function Decide({ what, isBusy, onDecide }: DecideProps) {
  const [reason, setReason] = useState<string | null>(null)
  if (reason === null)
    return (
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={isBusy} onClick={() => onDecide({ isApproved: true, reason: null })}>
          Goedkeuren<span className="sr-only">: {what}</span>
        </Button>
        <Button size="sm" variant="secondary" onClick={() => setReason('')}>
          Weigeren<span className="sr-only">: {what}</span>
        </Button>
      </div>
    )
  return (
    <div className="grid gap-3">
      <Field label="Wat moet er anders?" hint="Zij leest dit.">
        <Textarea rows={3} maxLength={500} value={reason} onChange={event => setReason(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="danger"
          busy={isBusy}
          disabled={reason.trim() === ''}
          onClick={() => onDecide({ isApproved: false, reason })}
        >
          Weigeren
        </Button>
        <Button size="sm" variant="secondary" onClick={() => setReason(null)}>
          Annuleren
        </Button>
      </div>
    </div>
  )
}

/** `/admin/creators/pages`: texts and pictures that wait beside those that are shown. */
export const AdminCreatorPagesPage = defineAdminList({
  url: pageListUrl,
  query: moderatedPagesQuery,
  title: 'Pagina’s van creators',
  count: ({ total }) => plural(total, 'pagina', 'pagina’s'),
  intro:
    'Niets staat op een pagina voordat je het hier goedkeurt. Nieuwe teksten zijn gemarkeerd; daarnaast staat wat nu te zien is.',
  filters: [
    {
      field: 'status',
      label: 'Staat',
      options: [
        { value: 'WAITING', name: 'Te bekijken' },
        { value: 'SHOWN', name: 'Te zien' },
      ],
    },
  ],
  Empty: ({ query: { status } }) => (
    <EmptyState icon={BookUser} title="Geen pagina’s">
      {status === 'WAITING' ? 'Er wacht niets op jou.' : 'Er is nog geen pagina te zien.'}
    </EmptyState>
  ),
  rows: { name: 'Pagina’s', Row },
})
