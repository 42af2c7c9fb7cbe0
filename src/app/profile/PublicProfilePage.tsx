import { useSuspenseQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { useParams } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import { ReportButton } from '../../people/contentReports/ReportButton.tsx'
import { RoleBadge } from '../../people/accounts/RoleBadge.tsx'
import { formatDate } from '../../ui/format.ts'
import { Avatar } from '../../ui/components/Avatar.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import type { PublicProfile } from './contract.ts'
import { publicProfileQuery } from './hooks.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

/** `/users/:userId`: a user's public profile. */
export function PublicProfilePage() {
  const { userId = '' } = useParams()
  const { data: person } = useSuspenseQuery(publicProfileQuery(userId))
  const isOwn = useUser()?.id === person.id
  return (
    <div className="measure py-10 md:py-16">
      <PageTitle>{person.displayName}</PageTitle>
      <meta name="robots" content="noindex" />
      <Card className="mx-auto grid max-w-2xl justify-items-center gap-6 p-6 text-center sm:p-10">
        <Avatar name={person.displayName} src={person.avatarUrl} className="size-32 text-title" />
        <header className="grid justify-items-center gap-2">
          <h1 className="display text-title [overflow-wrap:anywhere]">{person.displayName}</h1>
          <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-small text-ink-soft">
            <RoleBadge role={person.role} />
            {person.profileVisibility === 'PRIVATE' && (
              <Badge>
                <EyeOff aria-hidden />
                Privé
              </Badge>
            )}
            <span className="figures">Lid sinds {formatDate(person.createdAt)}</span>
          </p>
        </header>
        {person.bio && <p className="[overflow-wrap:anywhere] whitespace-pre-line">{person.bio}</p>}
        <Statistics counts={person.statistics} />
        {!isOwn && (
          <ReportButton kind="PROFILE" contentId={person.id} name={`het profiel van ${person.displayName}`} />
        )}
        {isOwn && (
          <ButtonLink to="/profile?tab=privacy" variant="secondary" size="sm">
            Bepaal wat anderen zien
          </ButtonLink>
        )}
      </Card>
    </div>
  )
}

function Statistics({ counts }: { counts: PublicProfile['statistics'] }) {
  if (!counts) return null
  const facts = [
    ['Bestellingen', counts.orders],
    ['Favorieten', counts.favourites],
    ['Live sessies', counts.sessions],
  ] as const
  return (
    <dl className="grid w-full grid-cols-3 gap-3 border-t border-line pt-6">
      {facts.map(([name, count]) => (
        <div key={name} className="grid gap-1">
          <dt className="text-small text-ink-soft">{name}</dt>
          <dd className="display figures text-heading">{count}</dd>
        </div>
      ))}
    </dl>
  )
}
