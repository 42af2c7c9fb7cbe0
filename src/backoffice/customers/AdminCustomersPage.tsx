import { defineAdminList } from '../../ui/lists/defineAdminList.tsx'
import { Users } from 'lucide-react'
import { Link } from 'react-router'
import { roles } from '../../wire/roles.ts'
import { roleLabels } from '../../people/accounts/rules.ts'
import { formatDate, plural } from '../../ui/format.ts'
import type { TableColumn } from '../../ui/lists/DataTable.tsx'
import { EmailAddress } from '../../ui/components/EmailAddress.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { CustomerRoleBadge, CustomerStateBadge } from './AdminCustomerBadges.tsx'
import { type Customer, CustomerListSort } from './contract.ts'
import { type CustomerListQuery, customerListUrl, customersQuery } from './hooks.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

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

/** `/admin/users`: all accounts. */
export const AdminCustomersPage = defineAdminList({
  url: customerListUrl,
  query: customersQuery,
  title: 'Gebruikers',
  count: ({ total }, query) => formatAccountCount(query, total),
  search: { label: 'Zoek een gebruiker', placeholder: 'Naam of e-mailadres' },
  filters: [
    {
      field: 'role',
      label: 'Rol',
      all: 'Alle rollen',
      options: roles.map(value => ({ value, name: roleLabels[value] })),
    },
  ],
  Empty: EmptyCustomerList,
  rows: {
    caption: 'Gebruikers',
    columns,
    sorting: { current: ({ sort }) => sort, change: sort => ({ sort: CustomerListSort.parse(sort) }) },
  },
})
