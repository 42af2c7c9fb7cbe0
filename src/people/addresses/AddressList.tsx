import { useSuspenseQuery } from '@tanstack/react-query'
import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { AddressDialog } from './AddressDialog.tsx'
import type { Address } from './contract.ts'
import { DeleteAddressDialog } from './DeleteAddressDialog.tsx'
import { addressesQuery } from './hooks.ts'
import { formatAddressLines } from './rules.ts'

/** One's addresses, with buttons to add, change and delete them. */
export function AddressList() {
  const { data: addresses } = useSuspenseQuery(addressesQuery)
  const [isAdding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <div className="grid gap-6">
      {addresses.length === 0 ? (
        <EmptyState icon={MapPin} title="Nog geen adressen">
          Bewaar hier waar je bestellingen heen mogen, dan hoef je het maar één keer in te vullen.
        </EmptyState>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {addresses.map(address => (
            <li key={address.id}>
              {/* The buttons of a deleted card disappear with it. */}
              <AddressCard address={address} onDeleted={() => addButton.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
      <Button
        ref={addButton}
        variant={addresses.length === 0 ? 'primary' : 'secondary'}
        className={addresses.length === 0 ? 'justify-self-center' : 'justify-self-start'}
        onClick={() => setAdding(true)}
      >
        <Plus aria-hidden />
        Adres toevoegen
      </Button>
      <AddressDialog
        address={null}
        isFirst={addresses.length === 0}
        open={isAdding}
        onClose={() => setAdding(false)}
      />
    </div>
  )
}

function AddressCard({ address, onDeleted }: { address: Address; onDeleted: () => void }) {
  const [open, setOpen] = useState<'change' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const about = <span className="sr-only"> van {`${address.street} ${address.houseNumber}`}</span>
  return (
    <Card className="flex h-full flex-col gap-4 p-5">
      <div className="flex items-start justify-between gap-3">
        <address className="grid min-w-0 [overflow-wrap:anywhere] not-italic">
          <span className="font-semibold">{`${address.firstName} ${address.lastName}`}</span>
          <span className="whitespace-pre-line text-ink-soft">{formatAddressLines(address).join('\n')}</span>
        </address>
        {address.isDefault && <Badge tone="accent">Standaard</Badge>}
      </div>
      <div className="mt-auto -ml-3 flex flex-wrap gap-x-1">
        <Button variant="quiet" size="sm" className="px-3" onClick={() => setOpen('change')}>
          <Pencil aria-hidden />
          <span>Bewerken{about}</span>
        </Button>
        <Button variant="quiet" size="sm" className="px-3" onClick={() => setOpen('delete')}>
          <Trash2 aria-hidden />
          <span>Verwijderen{about}</span>
        </Button>
      </div>
      <AddressDialog address={address} isFirst={false} open={open === 'change'} onClose={close} />
      <DeleteAddressDialog address={address} open={open === 'delete'} onClose={close} onDeleted={onDeleted} />
    </Card>
  )
}
