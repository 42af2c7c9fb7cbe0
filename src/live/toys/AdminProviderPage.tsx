import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDateTime, plural } from '../../ui/format.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { AdminPairing } from './AdminPairing.tsx'
import { AdminProviderCard } from './AdminProviderCard.tsx'
import { AdminProviderSetup } from './AdminProviderSetup.tsx'
import type { LinkedApp, ProviderError } from './provider.contract.ts'
import { providerConnectionQuery, providerStateQuery } from './provider.hooks.ts'
import { providerCallLabels, providerErrorText } from './provider.rules.ts'

/** `/admin/provider`: whether toys can be reached, the provider's configuration, and its errors. */
export function AdminProviderPage() {
  const { data: connection } = useSuspenseQuery(providerConnectionQuery)
  const { data: state } = useSuspenseQuery(providerStateQuery)
  return (
    <>
      <AdminPageHeader title="Toy-provider" actions={<AdminPairing />}>
        De weg naar de toys: de cloud van Lovense, en Intiface in de browser van een creator. Wat hier staat,
        ververst vanzelf.
      </AdminPageHeader>
      <div className="mb-10 grid items-start gap-6 lg:grid-cols-2">
        <AdminProviderCard connection={connection} lastCallbackAt={state.lastCallbackAt} />
        <AdminProviderSetup state={state} />
      </div>
      <div className="grid gap-10">
        <Part title="Fouten van de laatste week" none="Alles kwam aan." count={state.troubles.length}>
          <DataTable
            caption="Fouten bij de provider, de nieuwste eerst"
            columns={errorColumns}
            rows={state.troubles}
            keyOf={({ call, code }) => `${call} ${code}`}
          />
        </Part>
        <Part title="Gekoppelde apps" none="Nog geen app gekoppeld." count={state.apps.length}>
          <DataTable
            caption="Gekoppelde apps, de laatst gehoorde eerst"
            columns={appColumns}
            rows={state.apps}
            keyOf={({ owner }) => owner.id}
          />
        </Part>
        <Part
          title="Open verbindingen via Intiface"
          none="Geen creator heeft nu toys via Intiface."
          count={state.bridges.length}
        >
          <DataTable
            caption="Open verbindingen via Intiface"
            columns={bridgeColumns}
            rows={state.bridges}
            keyOf={({ owner }) => owner.id}
          />
        </Part>
      </div>
    </>
  )
}

interface PartProps {
  title: string
  none: string
  count: number
  children: ReactNode
}

const Part = ({ title, none, count, children }: PartProps) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="display mb-3 text-subheading">{title}</h2>
    {count === 0 ? <p className="text-small text-ink-soft">{none}</p> : children}
  </section>
)

const errorColumns: TableColumn<ProviderError>[] = [
  {
    name: 'Wat',
    cell: ({ code }) => `${providerErrorText(code)}${code === null ? '' : ` (${code})`}`,
  },
  { name: 'Bij', cell: ({ call }) => providerCallLabels[call] },
  { name: 'Aantal', align: 'end', cell: ({ count }) => count },
  { name: 'Sinds', cell: ({ firstAt }) => formatDateTime(firstAt) },
  { name: 'Laatst', cell: ({ lastAt }) => formatDateTime(lastAt) },
]

const Owner = ({ owner }: { owner: LinkedApp['owner'] }) => (
  <Link
    to={`/admin/users/${owner.id}`}
    className="underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current"
  >
    {owner.displayName}
  </Link>
)

const appColumns: TableColumn<LinkedApp>[] = [
  { name: 'Van', cell: ({ owner }) => <Owner owner={owner} /> },
  {
    name: 'Status',
    cell: ({ isConnected }) => (
      <Badge tone={isConnected ? 'green' : 'outline'}>{isConnected ? 'Verbonden' : 'Stil'}</Badge>
    ),
  },
  {
    name: 'App',
    cell: ({ platform, appVersion }) => [platform, appVersion].filter(Boolean).join(' ') || 'onbekend',
  },
  { name: 'Toys aan', align: 'end', cell: ({ toyCount }) => toyCount },
  { name: 'Gekoppeld', cell: ({ connectedAt }) => formatDateTime(connectedAt) },
  { name: 'Laatst gehoord', cell: ({ lastSeenAt }) => formatDateTime(lastSeenAt) },
]

const bridgeColumns: TableColumn<{ owner: LinkedApp['owner']; toys: string[]; lastSeenAt: string }>[] = [
  { name: 'Van', cell: ({ owner }) => <Owner owner={owner} /> },
  { name: 'Toys', cell: ({ toys }) => `${plural(toys.length, 'toy', 'toys')}: ${toys.join(', ')}` },
  { name: 'Laatst gehoord', cell: ({ lastSeenAt }) => formatDateTime(lastSeenAt) },
]
