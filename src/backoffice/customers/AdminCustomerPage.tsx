import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import { formatDate, plural } from '../../ui/format.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { CustomerRoleBadge, CustomerStateBadge } from './AdminCustomerBadges.tsx'
import { AdminCloseAccount } from './AdminCloseAccount.tsx'
import { AdminMinuteLedger } from './AdminMinuteLedger.tsx'
import { AdminAdjustMinutes } from './AdminAdjustMinutes.tsx'
import { AdminCustomerNames } from './AdminCustomerNames.tsx'
import { AdminCustomerOrders } from './AdminCustomerOrders.tsx'
import { AdminCustomerRole } from './AdminCustomerRole.tsx'
import { AdminCustomerSessions } from './AdminCustomerSessions.tsx'
import type { CustomerDetail } from './contract.ts'
import { customerQuery, customerPageUrl } from './hooks.ts'
import { findChangeRefusal } from './rules.ts'

/** `/admin/users/:userId`: who it is, what they may, and what they bought and played. */
export function AdminCustomerPage() {
  const { userId = '' } = useParams()
  const [search] = useSearchParams()
  const { data: member } = useSuspenseQuery(customerQuery(userId))
  const why = findChangeRefusal(member, useUser()?.id)
  const past = customerPageUrl(userId).parse(search)
  return (
    <>
      <AdminPageHeader
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
      <AccountFacts member={member} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid min-w-0 gap-10 xl:order-1">
          <AdminMinuteLedger userId={userId} past={past} />
          <AdminCustomerOrders userId={userId} past={past} />
          <AdminCustomerSessions userId={userId} past={past} />
        </div>
        <div className="grid gap-6 max-xl:order-first xl:order-2">
          <AdminAdjustMinutes member={member} />
          <AdminCustomerNames key={namesKey(member)} member={member} />
          <AdminCustomerRole member={member} why={why} />
          <AdminCloseAccount member={member} why={why} />
        </div>
      </div>
    </>
  )
}

/** Another person, or other names than were here: the form begins anew. */
const namesKey = ({ id, firstName, lastName, displayName }: CustomerDetail): string =>
  JSON.stringify([id, firstName, lastName, displayName])

function AccountFacts({ member }: { member: CustomerDetail }) {
  const facts = [
    ['Rol', <CustomerRoleBadge key="role" role={member.role} />],
    ['Status', <CustomerStateBadge key="state" member={member} />],
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
