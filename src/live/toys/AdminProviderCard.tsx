import { formatDateTime } from '../../ui/format.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import type { ProviderConnection } from './contract.ts'
import { useTestProvider } from './provider.hooks.ts'
import type { ProviderTestResult } from './provider.contract.ts'
import { providerErrorText } from './provider.rules.ts'

interface AdminProviderCardProps {
  connection: ProviderConnection
  lastCallbackAt: string | null
}

/** Whether an app is connected, and a button that tests the provider. */
export function AdminProviderCard({ connection, lastCallbackAt }: AdminProviderCardProps) {
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
        <Button variant="secondary" size="sm" busy={ask.isPending} onClick={() => ask.mutate()}>
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
