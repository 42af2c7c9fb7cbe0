import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Badge } from '../../../ui/components/Badge.tsx'
import { type TableColumn, DataTable } from '../../../ui/lists/DataTable.tsx'
import type { LinkedApp, ProviderError, ProviderState, ProviderTestResult } from './provider.contract.ts'
import { providerConnectionQuery, providerStateQuery, useTestProvider } from './provider.hooks.ts'
import { providerCallLabels, providerErrorText } from './provider.rules.ts'
import { Card } from '../../../ui/components/Card.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import type { ProviderConnection } from '../contract.ts'
import { AdminPairing } from './AdminPairing.tsx'

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

/** The configuration of the deployment. Shows whether a secret is set, never its value. */
const AdminProviderSetup = ({ state }: { state: ProviderState }) => (
  <Card className="grid gap-5 p-5">
    <h2 className="display text-subheading">Instellingen</h2>
    <dl className="grid gap-4 text-small">
      <Fact name="Provider">
        {state.isSimulated ? <Badge tone="yellow">Simulator, voor ontwikkeling</Badge> : state.host}
      </Fact>
      <Fact name="Token" variable="LOVENSE_TOKEN">
        <IsSet isSet={state.hasToken} otherwise={state.isSimulated ? 'Dat van de simulator' : 'Ontbreekt'} />
      </Fact>
      <Fact name="Geheim van de callback" variable="LOVENSE_CALLBACK_SECRET">
        <IsSet isSet={state.hasCallbackSecret} otherwise="Afgeleid van SESSION_SECRET" />
      </Fact>
      <Fact name="Hier moet de callback heen">
        <code className="font-mono text-tiny break-all">
          {state.callbackUrl}
          {'{geheim}'}
        </code>
      </Fact>
    </dl>
    <p className="text-small text-ink-soft">
      Zet dit adres in het dashboard van de provider, met het geheim aan het einde. Wat geheim is, staat
      alleen in de omgeving van de server.
    </p>
  </Card>
)

const Fact = ({ name, variable, children }: { name: string; variable?: string; children: ReactNode }) => (
  <div className="grid gap-0.5">
    <dt className="text-ink-faint">
      {name}
      {variable && <code className="ml-2 font-mono text-tiny">{variable}</code>}
    </dt>
    <dd>{children}</dd>
  </div>
)

const IsSet = ({ isSet, otherwise }: { isSet: boolean; otherwise: string }) => (
  <Badge tone={isSet ? 'green' : otherwise === 'Ontbreekt' ? 'danger' : 'neutral'}>
    {isSet ? 'Ingesteld' : otherwise}
  </Badge>
)

interface AdminProviderCardProps {
  connection: ProviderConnection
  lastCallbackAt: string | null
}

/** Whether an app is connected, and a button that tests the provider. */
function AdminProviderCard({ connection, lastCallbackAt }: AdminProviderCardProps) {
  const ask = useTestProvider()
  const { isConnected, connectionInfo } = connection
  const facts = [
    ['Platform', connectionInfo?.platform ?? '–'],
    ['Versie van de app', connectionInfo?.appVersion ?? '–'],
    ['Toys aan', connectionInfo?.toyCount ?? 0],
    ['Verbonden sinds', connectionInfo ? formatDateTime(connectionInfo.connectedAt) : '–'],
    ['Laatste callback', lastCallbackAt ? formatDateTime(lastCallbackAt) : 'nog geen'],
  ] as const
  return (
    <Card className="grid gap-5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-subheading">Verbinding</h2>
        <span role="status">
          <Badge tone={isConnected ? 'green' : 'outline'}>
            {isConnected ? 'Verbonden' : 'Niet verbonden'}
          </Badge>
        </span>
      </div>
      <dl className="figures grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-small">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-faint">{name}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" size="sm" busy={ask.isPending} onClick={() => ask.mutate({})}>
          Test de provider
        </Button>
        <p role="status" className="text-small text-ink-soft">
          {ask.data ? testResultText(ask.data) : 'Vraagt een code die niemand scant.'}
        </p>
      </div>
    </Card>
  )
}

function testResultText({ isOk, tookMs, code }: ProviderTestResult): string {
  if (isOk) return `De provider antwoordt, in ${tookMs} ms.`
  return code === null
    ? `${providerErrorText(code)} binnen ${Math.ceil(tookMs / 1000)} s.`
    : `${providerErrorText(code)} (${code}).`
}
