import { useSuspenseQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { Role } from '../../wire/roles.ts'
import { roleLabels } from '../../people/accounts/rules.ts'
import { formatDate, plural } from '../../ui/format.ts'
import { pageCount } from '../../ui/pagination.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import { Pagination } from '../../ui/components/Pagination.tsx'
import { SearchBox } from '../../ui/components/SearchBox.tsx'
import { CustomerRoleBadge, CustomerStateBadge } from './AdminCustomerBadges.tsx'
import type { Customer } from './contract.ts'
import { type CustomerListQuery, customerListUrl, customersQuery } from './hooks.ts'

/** `/admin/users`: everyone who has an account. */
export function AdminCustomersPage() {
  const [search] = useSearchParams()
  const look = customerListUrl.parse(search)
  const { items, total, pageSize } = useSuspenseQuery(customersQuery(look)).data
  return (
    <>
      <AdminPageHeader title="Gebruikers" aside={formatAccountCount(look, total)} />
      <div className="mb-5 flex flex-wrap gap-3">
        <SearchBox
          label="Zoek een gebruiker"
          placeholder="Naam of e-mailadres"
          value={look.q}
          to={q => customerListUrl.href(look, { q })}
          className="min-w-0 grow basis-60 md:max-w-md"
        />
        <FilterSelect
          label="Rol"
          value={look.role}
          all="Alle rollen"
          options={Role.options.map(value => ({ value, name: roleLabels[value] }))}
          to={role => customerListUrl.href(look, { role: role ?? '' })}
        />
      </div>
      {items.length === 0 ? (
        <EmptyCustomerList />
      ) : (
        <DataTable
          caption="Gebruikers"
          columns={columns}
          rows={items}
          keyOf={({ id }) => id}
          sorting={{
            current: look.sort,
            to: sort => customerListUrl.href(look, { sort: sort as CustomerListQuery['sort'] }),
          }}
        />
      )}
      <Pagination
        current={look.page}
        last={pageCount(total, pageSize)}
        to={page => customerListUrl.href(look, { page })}
      />
    </>
  )
}

/** More than these are not counted. */
const MAX_COUNTED = { all: 10_000, found: 1000 }

function formatAccountCount({ q }: CustomerListQuery, total: number): string {
  const most = q ? MAX_COUNTED.found : MAX_COUNTED.all
  return total >= most
    ? `meer dan ${new Intl.NumberFormat('nl-NL').format(most)} accounts`
    : plural(total, 'account', 'accounts')
}

const columns: TableColumn<Customer>[] = [
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
  { name: 'Rol', cell: ({ role }) => <CustomerRoleBadge role={role} /> },
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
  { name: 'Status', cell: member => <CustomerStateBadge member={member} /> },
]

const EmptyCustomerList = () => (
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
