import { useId } from 'react'
import { Battery } from '../toys/Battery.tsx'
import { ToyStatus } from '../toys/ToyCard.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { Switch } from '../../ui/components/Switch.tsx'
import { CapSlider } from './CapSlider.tsx'
import type { StudioToy } from './contract.ts'
import { useChangeToy } from './hooks.ts'
import { ToyName } from './ToyName.tsx'

/** One of the creator's toys: whether it is online and on the air, and its cap. */
export function ToyRow({ toy }: { toy: StudioToy }) {
  const change = useChangeToy()
  const titleId = useId()
  const onAir = change.variables?.onAir ?? toy.onAir
  return (
    <article aria-labelledby={titleId} className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <header className="flex items-center gap-3">
        <ToyName toy={toy} titleId={titleId} />
        <Status toy={toy} />
        <span className="ml-auto">
          <Battery percent={toy.batteryLevel} />
        </span>
      </header>
      <CapSlider toy={toy} />
      <div className="flex min-h-11 items-center justify-between gap-4 border-t border-line pt-3 text-small">
        <span>
          <span className="block font-medium">{onAir ? 'In de uitzending' : 'Uit de uitzending'}</span>
          <span className="text-ink-soft">
            {onAir ? 'Anderen kunnen een sessie starten.' : 'Niemand kan een nieuwe sessie starten.'}
          </span>
        </span>
        <Switch
          aria-label={`${toy.name} in de uitzending`}
          checked={change.isPending ? onAir : toy.onAir}
          disabled={change.isPending}
          onCheckedChange={next => change.mutate({ toyId: toy.id, onAir: next })}
        />
      </div>
    </article>
  )
}

const Status = ({ toy }: { toy: StudioToy }) =>
  toy.isActive ? <ToyStatus toy={toy} /> : <Badge tone="yellow">Wacht op goedkeuring</Badge>
