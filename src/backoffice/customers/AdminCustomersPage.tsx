import { useSuspenseQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { roles } from '../../wire/roles.ts'
import { roleLabels } from '../../people/accounts/rules.ts'
import { formatDate, plural } from '../../ui/format.ts'
import { AdminListPage } from '../../ui/components/AdminListPage.tsx'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { EmailAddress } from '../../ui/components/EmailAddress.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import { SearchBox } from '../../ui/components/SearchBox.tsx'
import { CustomerRoleBadge, CustomerStateBadge } from './AdminCustomerBadges.tsx'
import { type Customer, CustomerListSort } from './contract.ts'
import { type CustomerListQuery, customerListUrl, customersQuery } from './hooks.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

/** `/admin/users`: all accounts. */
export function AdminCustomersPage() {
  const [search] = useSearchParams()
  const query = customerListUrl.parse(search)
  const { data: list } = useSuspenseQuery(customersQuery(query))
  return (
    <AdminListPage
      title="Gebruikers"
      count={formatAccountCount(query, list.total)}
      filters={<Filters query={query} />}
      list={list}
      empty={<EmptyCustomerList />}
      to={page => customerListUrl.href(query, { page })}
    >
      <DataTable
        caption="Gebruikers"
        columns={columns}
        rows={list.items}
        keyOf={({ id }) => id}
        sorting={{
          current: query.sort,
          to: sort => customerListUrl.href(query, { sort: CustomerListSort.parse(sort) }),
        }}
      />
    </AdminListPage>
  )
}

const Filters = ({ query }: { query: CustomerListQuery }) => (
  <div className="mb-5 flex flex-wrap gap-3">
    <SearchBox
      label="Zoek een gebruiker"
      placeholder="Naam of e-mailadres"
      value={query.q}
      to={q => customerListUrl.href(query, { q })}
      className="min-w-0 grow basis-60 md:max-w-md"
    />
    <FilterSelect
      label="Rol"
      value={query.role}
      all="Alle rollen"
      options={roles.map(value => ({ value, name: roleLabels[value] }))}
      to={role => customerListUrl.href(query, { role: role ?? '' })}
    />
  </div>
)

/** The server counts no further. */
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
    className: 'md:min-w-36',
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
    cell: ({ email }) => (
      <span className="wrap-anywhere">
        <EmailAddress>{email}</EmailAddress>
      </span>
    ),
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
  { name: 'Status', cell: customer => <CustomerStateBadge customer={customer} /> },
]

const EmptyCustomerList = () => (
  <EmptyState
    icon={Users}
    title="Niemand gevonden"
    action={
      <ButtonLink to="/admin/users" variant="secondary">
        Toon iedereen
      </ButtonLink>
    }
  >
    Zoek op een deel van een naam of e-mailadres van drie tekens of meer, of kies een andere rol.
  </EmptyState>
)
