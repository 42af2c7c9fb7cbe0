import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { formatCents } from '../../wire/money.ts'
import type { AdminShippingRate } from './admin.contract.ts'
import { AdminRateDialog } from './AdminRateDialog.tsx'
import { formatGrams } from './coverage.rules.ts'
import { useRemoveRate } from './admin.hooks.ts'

type Action = 'change' | 'remove'

/** The rates of a zone, lightest first. */
export function AdminRateTable({ caption, rates }: { caption: string; rates: AdminShippingRate[] }) {
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
  { name: 'Prijs', align: 'end', cell: ({ price }) => formatCents(price) },
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
