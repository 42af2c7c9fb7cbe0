import { useSuspenseQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { Role } from '../../wire/roles.ts'
import { roleLabels } from '../../people/accounts/rules.ts'
import { formatDate, plural } from '../../ui/format.ts'
import { pagesOf } from '../../ui/paging.ts'
import { AdminHead } from '../../ui/parts/AdminHead.tsx'
import { Button } from '../../ui/parts/Button.tsx'
import { type Column, DataTable } from '../../ui/parts/DataTable.tsx'
import { EmptyState } from '../../ui/parts/EmptyState.tsx'
import { FilterChoice } from '../../ui/parts/FilterChoice.tsx'
import { Pagination } from '../../ui/parts/Pagination.tsx'
import { SearchBox } from '../../ui/parts/SearchBox.tsx'
import { MemberRole, MemberState } from './AdminUserBadges.tsx'
import type { Member } from './contract.ts'
import { type Look, memberLooks, membersQuery } from './hooks.ts'

/** `/admin/users`: everyone who has an account. */
export function AdminUsersPage() {
  const [search] = useSearchParams()
  const look = memberLooks.in(search)
  const { items, total, pageSize } = useSuspenseQuery(membersQuery(look)).data
  return (
    <>
      <AdminHead title="Gebruikers" aside={countOf(look, total)} />
      <div className="mb-5 flex flex-wrap gap-3">
        <SearchBox
          label="Zoek een gebruiker"
          placeholder="Naam of e-mailadres"
          value={look.q}
          to={q => memberLooks.address(look, { q })}
          className="min-w-0 grow basis-60 md:max-w-md"
        />
        <FilterChoice
          label="Rol"
          value={look.role}
          all="Alle rollen"
          options={Role.options.map(value => ({ value, name: roleLabels[value] }))}
          to={role => memberLooks.address(look, { role: role ?? '' })}
        />
      </div>
      {items.length === 0 ? (
        <Nobody />
      ) : (
        <DataTable
          caption="Gebruikers"
          columns={columns}
          rows={items}
          keyOf={({ id }) => id}
          sorting={{
            current: look.sort,
            to: sort => memberLooks.address(look, { sort: sort as Look['sort'] }),
          }}
        />
      )}
      <Pagination
        current={look.page}
        last={pagesOf(total, pageSize)}
        to={page => memberLooks.address(look, { page })}
      />
    </>
  )
}

/** More than these are not counted. */
const COUNTED = { all: 10_000, found: 1000 }

function countOf({ q }: Look, total: number): string {
  const most = q ? COUNTED.found : COUNTED.all
  return total >= most
    ? `meer dan ${new Intl.NumberFormat('nl-NL').format(most)} accounts`
    : plural(total, 'account', 'accounts')
}

const columns: Column<Member>[] = [
  {
    name: 'Naam',
    sorts: { ascending: 'name', descending: '-name' },
    className: 'md:min-w-44',
    cell: ({ id, displayName, firstName, lastName }) => (
      <>
        <Link
          to={`/admin/users/${id}`}
          className="break-words underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current"
        >
          {displayName}
        </Link>
        {(firstName ?? lastName) && (
          <span className="block font-normal text-ink-faint">
            {[firstName, lastName].filter(Boolean).join(' ')}
          </span>
        )}
      </>
    ),
  },
  {
    name: 'E-mailadres',
    sorts: { ascending: 'email', descending: '-email' },
    phone: 'unnamed',
    className: 'text-ink-soft',
    cell: ({ email }) => <span className="break-all">{email}</span>,
  },
  { name: 'Rol', cell: ({ role }) => <MemberRole role={role} /> },
  {
    name: 'Minuten',
    sorts: { descending: '-minutes', ascending: 'minutes' },
    align: 'end',
    cell: ({ minutesBalance }) => minutesBalance,
  },
  {
    name: 'Sinds',
    sorts: { descending: 'newest', ascending: 'oldest' },
    className: 'md:whitespace-nowrap',
    cell: ({ createdAt }) => formatDate(createdAt),
  },
  { name: 'Status', cell: member => <MemberState member={member} /> },
]

const Nobody = () => (
  <EmptyState
    icon={Users}
    title="Niemand gevonden"
    action={
      <Button variant="secondary" asChild>
        <Link to="/admin/users">Toon iedereen</Link>
      </Button>
    }
  >
    Zoek op een deel van een naam of e-mailadres van drie tekens of meer, of kies een andere rol.
  </EmptyState>
)
