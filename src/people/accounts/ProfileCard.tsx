import { formatDate } from '../../ui/format.ts'
import { Avatar } from '../../ui/components/Avatar.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Card } from '../../ui/components/Card.tsx'
import type { User } from './contract.ts'
import { RoleBadge } from './RoleBadge.tsx'

/** The name, role and avatar of the user, for the dashboard. */
export function ProfileCard({ user }: { user: User }) {
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="flex items-center gap-3">
          <Avatar name={user.displayName} src={user.avatarUrl} className="size-11 text-small" />
          <h2 className="display text-heading">Profiel</h2>
        </span>
        <ButtonLink to="/profile" variant="link">
          Bekijken<span className="sr-only"> van je profiel</span>
        </ButtonLink>
      </div>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr] [&_dt]:text-ink-soft max-sm:[&_dt]:text-small">
        <div className="sm:contents">
          <dt>Naam</dt>
          <dd className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            {fullName || user.displayName}
            <RoleBadge role={user.role} />
          </dd>
        </div>
        <div className="sm:contents">
          <dt>E-mailadres</dt>
          <dd className="font-medium break-all">{user.email}</dd>
        </div>
        <div className="sm:contents">
          <dt>Lid sinds</dt>
          <dd className="figures font-medium">{formatDate(user.createdAt)}</dd>
        </div>
      </dl>
    </Card>
  )
}
