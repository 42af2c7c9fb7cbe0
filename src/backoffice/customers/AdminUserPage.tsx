import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import { formatDate, plural } from '../../ui/format.ts'
import { AdminHead } from '../../ui/parts/AdminHead.tsx'
import { Button } from '../../ui/parts/Button.tsx'
import { Card } from '../../ui/parts/Card.tsx'
import { Notice } from '../../ui/parts/Notice.tsx'
import { MemberRole, MemberState } from './AdminUserBadges.tsx'
import { AdminUserClosing } from './AdminUserClosing.tsx'
import { AdminUserLedger } from './AdminUserLedger.tsx'
import { AdminUserMinutes } from './AdminUserMinutes.tsx'
import { AdminUserNames } from './AdminUserNames.tsx'
import { AdminUserOrders } from './AdminUserOrders.tsx'
import { AdminUserRole } from './AdminUserRole.tsx'
import { AdminUserSessions } from './AdminUserSessions.tsx'
import type { MemberDetails } from './contract.ts'
import { memberQuery, pastOf } from './hooks.ts'
import { whyFixed } from './rules.ts'

/** `/admin/users/:userId`: who it is, what they may, and what they bought and played. */
export function AdminUserPage() {
  const { userId = '' } = useParams()
  const [search] = useSearchParams()
  const { data: member } = useSuspenseQuery(memberQuery(userId))
  const why = whyFixed(member, useUser()?.id)
  const past = pastOf(userId).in(search)
  return (
    <>
      <AdminHead
        title={member.displayName}
        aside={member.email}
        back={{ to: '/admin/users', name: 'Gebruikers' }}
        actions={
          <Button variant="secondary" size="sm" asChild>
            <Link to={`/admin/audit?subjectId=${member.id}`}>In het logboek</Link>
          </Button>
        }
      />
      {member.deleteAfter && (
        <Notice tone="waiting" title="Dit account is gesloten" className="mb-6">
          Wie dit is, wordt gewist na {formatDate(member.deleteAfter)}. Tot dan staat alles er nog.
        </Notice>
      )}
      <Facts member={member} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid min-w-0 gap-10 xl:order-1">
          <AdminUserLedger userId={userId} past={past} />
          <AdminUserOrders userId={userId} past={past} />
          <AdminUserSessions userId={userId} past={past} />
        </div>
        <div className="grid gap-6 max-xl:order-first xl:order-2">
          <AdminUserMinutes member={member} />
          <AdminUserNames key={namesOf(member)} member={member} />
          <AdminUserRole member={member} why={why} />
          <AdminUserClosing member={member} why={why} />
        </div>
      </div>
    </>
  )
}

/** Another person, or other names than were here: the form begins anew. */
const namesOf = ({ id, firstName, lastName, displayName }: MemberDetails): string =>
  JSON.stringify([id, firstName, lastName, displayName])

function Facts({ member }: { member: MemberDetails }) {
  const facts = [
    ['Rol', <MemberRole key="role" role={member.role} />],
    ['Status', <MemberState key="state" member={member} />],
    ['Sinds', formatDate(member.createdAt)],
    ['Twee stappen', member.twoFactorAt ? `aan sinds ${formatDate(member.twoFactorAt)}` : 'uit'],
    ['Toys', plural(member.toyCount, 'toy', 'toys')],
  ] as const
  return (
    <Card className="mb-8 p-5">
      <dl className="figures grid grid-cols-2 gap-x-6 gap-y-4 text-small sm:grid-cols-3 lg:grid-cols-5">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-faint">{name}</dt>
            <dd className="mt-0.5">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
