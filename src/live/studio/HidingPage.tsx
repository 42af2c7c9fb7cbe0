import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BackLink } from '../../ui/components/BackLink.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { SettingRow } from '../../ui/forms/SettingRow.tsx'
import { formatDate } from '../../ui/format.ts'
import { NoteButton } from '../creatorNotes/NoteDialog.tsx'
import { creatorNotesQuery } from '../creatorNotes/hooks.ts'
import { Areas } from '../blocks/Areas.tsx'
import { ContactList } from '../blocks/ContactList.tsx'
import { Section } from '../blocks/Section.tsx'
import { blockedUsersQuery, hidingQuery, useSetPublicPage, useUnblockUser } from '../blocks/hooks.ts'

/** `/studio/blokkeren`: the people, countries, regions and contacts from whom the creator is hidden, and her notes about people. */
export function HidingPage() {
  const { data: hiding } = useSuspenseQuery(hidingQuery)
  return (
    <div className="measure grid max-w-3xl grid-cols-1 gap-10 py-8 md:py-12">
      <PageTitle>Onzichtbaar voor</PageTitle>
      <header className="grid justify-items-start gap-3">
        <BackLink to="/studio">Studio</BackLink>
        <h1 className="display text-title">Onzichtbaar voor</h1>
        <p className="text-ink-soft">
          Voor deze mensen besta je hier niet: niet in de lobby, niet bij de wensen, niet in berichten of
          meldingen. Ze horen niet dat jij dit koos. Speelt een van hen nu met je, dan stopt die sessie
          meteen, met dezelfde melding als bij elke stop van jou.
        </p>
      </header>
      <Persons />
      <Areas areas={hiding.areas} />
      <ContactList count={hiding.contacts} />
      <PublicPage
        isPublicDespiteBlocks={hiding.isPublicDespiteBlocks}
        isForMembersOnly={hiding.isForMembersOnly}
      />
      <Notes />
    </div>
  )
}

const listStyle = 'divide-y divide-line rounded-card border border-line bg-surface px-5'

function Persons() {
  const { data: blocked } = useSuspenseQuery(blockedUsersQuery)
  const unblock = useUnblockUser()
  return (
    <Section id="persons" title="Personen">
      <p className="text-small text-ink-soft">
        {blocked.length === 0 && 'Je hebt niemand geblokkeerd. '}
        Iemand blokkeren doe je in je studio, bij de sessie met die persoon.
      </p>
      {blocked.length > 0 && (
        <ul className={listStyle}>
          {blocked.map(({ userId, displayName, createdAt }) => (
            <li key={userId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <span className="min-w-0">
                <span className="block font-medium break-words">{displayName}</span>
                <span className="text-small text-ink-soft">sinds {formatDate(createdAt)}</span>
              </span>
              <span className="flex flex-wrap gap-2">
                <NoteButton person={{ userId, displayName }} />
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Blokkade van ${displayName} opheffen`}
                  busy={unblock.isPending && unblock.variables.userId === userId}
                  onClick={() => unblock.mutate({ userId })}
                >
                  Opheffen
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

interface PublicPageProps {
  isPublicDespiteBlocks: boolean
  isForMembersOnly: boolean
}

const WHY =
  'Van een bezoeker die niet is ingelogd, weten we niet wie het is. Ook wie jij niet wilt tegenkomen, kan je pagina dan zien: uitloggen is genoeg.'

/** Whether visitors may see her page although she is hidden from some; asks for it once more after telling why not. */
function PublicPage({ isPublicDespiteBlocks, isForMembersOnly }: PublicPageProps) {
  const [isAsking, setAsking] = useState(false)
  const change = useSetPublicPage()
  const set = (next: boolean) =>
    change.mutate({ isPublicDespiteBlocks: next }, { onSuccess: () => setAsking(false) })
  return (
    <Section id="page" title="Je pagina">
      <p className="text-small text-ink-soft">
        {isForMembersOnly
          ? 'Je bent voor sommige mensen onzichtbaar. Daarom is je pagina alleen voor leden.'
          : 'Zodra je voor iemand onzichtbaar bent, is je pagina alleen voor leden, tenzij je hier anders kiest.'}
      </p>
      <div className={listStyle}>
        <SettingRow
          name="Toch ook voor bezoekers zonder account"
          checked={isPublicDespiteBlocks}
          onChange={next => (next ? setAsking(true) : set(false))}
        >
          {WHY}
        </SettingRow>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Je pagina voor iedereen"
          confirm="Toch voor iedereen"
          busy={change.isPending}
          onConfirm={() => set(true)}
          onClose={() => setAsking(false)}
        >
          <p>{WHY}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function Notes() {
  const { data: notes } = useSuspenseQuery(creatorNotesQuery)
  return (
    <Section id="notes" title="Je notities">
      <p className="text-small text-ink-soft">
        Alleen jij ziet ze. Een notitie maak je bij een sessie of bij een geblokkeerde persoon.
      </p>
      {notes.length > 0 && (
        <ul className={listStyle}>
          {notes.map(({ userId, displayName, text, expiresAt }) => (
            <li key={userId} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
              <span className="min-w-0 basis-64 grow">
                <span className="block font-medium break-words">{displayName}</span>
                <span className="block break-words whitespace-pre-wrap">{text}</span>
                <span className="text-small text-ink-soft">
                  {expiresAt ? `tot ${formatDate(expiresAt)}` : 'blijft, voor je veiligheid'}
                </span>
              </span>
              <NoteButton person={{ userId, displayName }} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
