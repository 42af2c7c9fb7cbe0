import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { plural } from '../../ui/format.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { type AdminShippingRate, countryName, type ShippingZone } from './admin.contract.ts'
import { AdminRateDialog } from './AdminRateDialog.tsx'
import { AdminRateTable } from './AdminRateTable.tsx'
import { AdminZoneDialog } from './AdminZoneDialog.tsx'
import { findCoverageIssues, coverageIssueText } from './coverage.rules.ts'
import { useRemoveZone } from './admin.hooks.ts'

/** A zone with its rates and its coverage issues. */
export function AdminShippingZone({ zone, rates }: { zone: ShippingZone; rates: AdminShippingRate[] }) {
  const id = useId()
  const [open, setOpen] = useState<ZoneDialog | null>(null)
  const remove = useRemoveZone()
  const close = () => setOpen(null)
  const label = `${zone.name}, ${zone.carrier}`
  const oddities = zone.isActive ? findCoverageIssues(rates).map(coverageIssueText) : []
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <ZoneHeader zone={zone} id={id} label={label} onOpen={setOpen} />
      {oddities.length > 0 && (
        <Notice tone="waiting" title="Let op de gewichten">
          {oddities.map(words => (
            <p key={words}>{words}</p>
          ))}
        </Notice>
      )}
      {rates.length > 0 && <AdminRateTable caption={`Tarieven van ${label}`} rates={rates} />}
      <AdminZoneDialog zone={zone} open={open === 'zone'} onClose={close} />
      <AdminRateDialog
        rate={null}
        zoneId={zone.id}
        after={Math.max(0, ...rates.map(({ weightTo }) => weightTo))}
        open={open === 'rate'}
        onClose={close}
      />
      <ConfirmDialog
        title="Zone verwijderen"
        description="De tarieven van de zone gaan mee. Bestellingen veranderen niet."
        confirm="Verwijderen"
        open={open === 'remove'}
        busy={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate({ zoneId: zone.id }, { onSuccess: close })}
      >
        <p className="font-medium">
          {label}: {plural(rates.length, 'tarief', 'tarieven')}
        </p>
      </ConfirmDialog>
    </section>
  )
}

type ZoneDialog = 'zone' | 'remove' | 'rate'

interface ZoneHeaderProps {
  zone: ShippingZone
  /** Of the heading. */
  id: string
  label: string
  onOpen: (dialog: ZoneDialog) => void
}

const ZoneHeader = ({ zone, id, label, onOpen }: ZoneHeaderProps) => (
  <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
    <div className="grid grow basis-60 gap-1">
      <h2 id={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-subheading font-medium">
        {zone.name} <span className="font-normal text-ink-soft">{zone.carrier}</span>
        {!zone.isActive && <Badge>Niet actief</Badge>}
      </h2>
      <p className="text-small text-ink-soft">
        <Countries codes={zone.countries} />
      </p>
    </div>
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" onClick={() => onOpen('rate')}>
        <Plus aria-hidden /> Tarief<span className="sr-only"> toevoegen aan {label}</span>
      </Button>
      <Button variant="secondary" size="sm" onClick={() => onOpen('zone')}>
        <Pencil aria-hidden /> Wijzig<span className="sr-only"> zone {label}</span>
      </Button>
      <Button variant="secondary" size="sm" onClick={() => onOpen('remove')}>
        <Trash2 aria-hidden />
        <span className="sr-only">Verwijder zone {label}</span>
      </Button>
    </div>
  </div>
)

/** The maximum number of countries that are listed. */
const MOST_SHOWN = 6

function Countries({ codes }: { codes: string[] }) {
  const names = codes.map(code => countryName(code) ?? code)
  const more = names.length - MOST_SHOWN
  return (
    <span title={names.join(', ')}>
      {names.slice(0, MOST_SHOWN).join(', ')}
      {more > 0 && ` en nog ${more}`}
    </span>
  )
}
