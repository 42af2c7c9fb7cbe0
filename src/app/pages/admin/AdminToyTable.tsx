import { useState } from 'react'
import { Link } from 'react-router'
import type { ActiveSession, AdminToy } from '../../../live/sessions/admin/contract.ts'
import { useToggleToy } from '../../../live/sessions/admin/hooks.ts'
import { CapSlider } from '../../../live/studio/CapSlider.tsx'
import { Battery } from '../../../live/toys/Battery.tsx'
import { ToyStatus } from '../../../live/toys/ToyCard.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { type TableColumn, DataTable } from '../../../ui/lists/DataTable.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { Switch } from '../../../ui/forms/Switch.tsx'
import { DialogButtons } from '../../../ui/dialogs/DialogButtons.tsx'

/** All toys with owner, status, cap, and a switch to activate them. */
export function AdminToyTable({ toys, sessions }: { toys: AdminToy[]; sessions: ActiveSession[] }) {
  const toggle = useToggleToy()
  const [asked, ask] = useState<AdminToy | null>(null)
  const playsWith = ({ id }: AdminToy) => sessions.find(({ toyDeviceId }) => toyDeviceId === id)
  const turn = (toy: AdminToy, active: boolean) => {
    if (!active && playsWith(toy)) ask(toy)
    else toggle.mutate({ toyId: toy.id, active })
  }
  return (
    <>
      <DataTable
        caption="Toys, eerst wat niet stopt, dan wat op goedkeuring wacht"
        columns={[...columns, activeColumn(turn, toggle.isPending ? toggle.variables.toyId : null)]}
        rows={toys}
        keyOf={({ id }) => id}
      />
      <DeactivateDialog
        toy={asked}
        session={asked ? playsWith(asked) : undefined}
        onClose={() => ask(null)}
        onConfirm={({ id: toyId }) => toggle.mutate({ toyId, active: false })}
      />
    </>
  )
}

const columns: TableColumn<AdminToy>[] = [
  {
    name: 'Toy',
    cell: ({ name, type, provider }) => (
      <>
        {name}
        <span className="block font-normal text-ink-faint">
          <span className="capitalize">{type}</span>
          {provider === 'BUTTPLUG' && ' via Intiface'}
        </span>
      </>
    ),
  },
  {
    name: 'Eigenaar',
    cell: ({ owner }) => (
      <Link
        to={`/admin/users/${owner.id}`}
        title={owner.email}
        className="underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current"
      >
        {owner.displayName}
      </Link>
    ),
  },
  {
    name: 'Status',
    cell: toy => (
      <span className="inline-flex flex-wrap gap-1.5 max-md:justify-end">
        {(toy.isActive || toy.unstoppedAt) && <ToyStatus toy={toy} />}
        {!toy.isActive && <Badge tone="yellow">Uitgezet</Badge>}
        {toy.isActive && !toy.onAir && <Badge tone="outline">Uit de uitzending</Badge>}
      </span>
    ),
  },
  {
    name: 'Batterij',
    cell: ({ batteryLevel }) => (batteryLevel === 0 ? 'onbekend' : <Battery percent={batteryLevel} />),
  },
  {
    name: 'Laatst gezien',
    cell: ({ lastSeenAt }) => (lastSeenAt ? formatDateTime(lastSeenAt) : 'nooit'),
  },
  {
    name: 'Hoogste sterkte',
    phone: 'unnamed',
    className: 'md:min-w-44 max-md:block',
    cell: toy => <CapSlider toy={toy} titleClass="md:invisible" />,
  },
]

/** @param busyId the toy that is being switched on or off */
const activeColumn = (
  turn: (toy: AdminToy, active: boolean) => void,
  busyId: string | null,
): TableColumn<AdminToy> => ({
  name: 'Actief',
  cell: toy => (
    <Switch
      aria-label={`${toy.name} actief`}
      checked={toy.isActive}
      disabled={busyId === toy.id}
      onCheckedChange={next => turn(toy, next)}
    />
  ),
})

interface TurnOffProps {
  toy: AdminToy | null
  /** The toy's current session. */
  session: ActiveSession | undefined
  onClose: () => void
  onConfirm: (toy: AdminToy) => void
}

/** Asks for confirmation when a session would end. */
const DeactivateDialog = ({ toy, session, onClose, onConfirm }: TurnOffProps) => (
  <Dialog open={toy !== null} onOpenChange={isOpen => !isOpen && onClose()}>
    <DialogContent
      title={`${toy?.name ?? 'Toy'} uitzetten`}
      description={
        session
          ? `${session.userEmail} speelt er nu mee. De sessie eindigt meteen; de begonnen minuut is gratis.`
          : 'Er speelt niemand meer mee.'
      }
      footer={
        <DialogButtons onCancel={onClose}>
          <Button
            variant="danger"
            onClick={() => {
              if (toy) onConfirm(toy)
              onClose()
            }}
          >
            Uitzetten
          </Button>
        </DialogButtons>
      }
    >
      <p className="text-ink-soft">
        Niemand kan een nieuwe sessie met deze toy starten. Ook als je haar weer aanzet, komt ze pas in de
        uitzending als de creator dat zelf doet.
      </p>
    </DialogContent>
  </Dialog>
)
