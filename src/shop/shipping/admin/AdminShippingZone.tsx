import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { plural } from '../../../ui/format.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { type AdminShippingRate, zoneCountryName, type ShippingZone } from './contract.ts'
import { AdminRateDialog } from './AdminRateDialog.tsx'
import { AdminZoneDialog } from './AdminZoneDialog.tsx'
import { coverageIssueText, findCoverageIssues, formatGrams } from './coverage.rules.ts'
import { useRemoveRate, useRemoveZone } from './hooks.ts'
import { DataTable, type TableColumn } from '../../../ui/lists/DataTable.tsx'
import { formatCents } from '../../../wire/money.ts'

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
  const names = codes.map(code => zoneCountryName(code) ?? code)
  const more = names.length - MOST_SHOWN
  return (
    <span title={names.join(', ')}>
      {names.slice(0, MOST_SHOWN).join(', ')}
      {more > 0 && ` en nog ${more}`}
    </span>
  )
}

type Action = 'change' | 'remove'

/** The rates of a zone, lightest first. */
function AdminRateTable({ caption, rates }: { caption: string; rates: AdminShippingRate[] }) {
  // Keeps the values of the dialog while it closes.
  const [chosen, choose] = useState<{ rate: AdminShippingRate; action: Action } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const remove = useRemoveRate()
  const close = () => setOpen(false)
  const open = (rate: AdminShippingRate, action: Action) => {
    choose({ rate, action })
    setOpen(true)
  }
  return (
    <>
      <DataTable caption={caption} columns={columnsWith(open)} rows={rates} keyOf={({ id }) => id} />
      {chosen && (
        <>
          <AdminRateDialog
            key={chosen.rate.id}
            rate={chosen.rate}
            zoneId={chosen.rate.zoneId}
            open={isOpen && chosen.action === 'change'}
            onClose={close}
          />
          <ConfirmDialog
            title="Tarief verwijderen"
            description="Bestellingen veranderen niet."
            confirm="Verwijderen"
            open={isOpen && chosen.action === 'remove'}
            busy={remove.isPending}
            onClose={close}
            onConfirm={() => remove.mutate({ rateId: chosen.rate.id }, { onSuccess: close })}
          >
            <p className="font-medium">
              {nameOf(chosen.rate)}, {formatCents(chosen.rate.price)}
            </p>
          </ConfirmDialog>
        </>
      )}
    </>
  )
}

const weightOf = ({ weightFrom, weightTo }: AdminShippingRate): string =>
  weightFrom === 0
    ? `tot ${formatGrams(weightTo)}`
    : `${formatGrams(weightFrom)} tot ${formatGrams(weightTo)}`

const nameOf = (rate: AdminShippingRate): string => `${rate.serviceName} ${weightOf(rate)}`

const sizeOf = ({ maxLength, maxWidth, maxHeight }: AdminShippingRate): string => {
  const sides = [maxLength, maxWidth, maxHeight]
  return sides.every(side => side === null)
    ? 'elke maat'
    : `${sides.map(side => side?.toLocaleString('nl-NL') ?? '–').join(' × ')} cm`
}

const columnsWith = (
  open: (rate: AdminShippingRate, action: Action) => void,
): TableColumn<AdminShippingRate>[] => [
  {
    name: 'Dienst',
    cell: ({ serviceName, isActive }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        {serviceName} {!isActive && <Badge>Niet actief</Badge>}
      </span>
    ),
  },
  { name: 'Gewicht', cell: weightOf, className: 'md:whitespace-nowrap' },
  { name: 'Hoogstens', cell: sizeOf },
  { name: 'Levertijd', cell: ({ deliveryTime }) => deliveryTime },
  { name: 'Prijs zonder btw', align: 'end', cell: ({ price }) => formatCents(price) },
  {
    name: 'Wijzigen',
    align: 'end',
    phone: 'unnamed',
    className: 'max-md:justify-end max-md:pt-2',
    cell: rate => (
      <span className="flex justify-end gap-1">
        <Button variant="quiet" size="sm" onClick={() => open(rate, 'change')}>
          <Pencil aria-hidden />
          <span className="sr-only">Wijzig {nameOf(rate)}</span>
        </Button>
        <Button variant="quiet" size="sm" onClick={() => open(rate, 'remove')}>
          <Trash2 aria-hidden />
          <span className="sr-only">Verwijder {nameOf(rate)}</span>
        </Button>
      </span>
    ),
  },
]
