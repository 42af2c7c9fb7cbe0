import type { ReactNode } from 'react'
import { Badge } from '../../ui/components/Badge.tsx'
import { Card } from '../../ui/components/Card.tsx'
import type { ProviderState } from './provider.contract.ts'

/** The configuration of the deployment. Shows whether a secret is set, never its value. */
export const AdminProviderSetup = ({ state }: { state: ProviderState }) => (
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
