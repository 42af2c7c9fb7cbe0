import { useSuspenseQuery } from '@tanstack/react-query'
import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import type { Address } from './contract.ts'
import { addressesQuery, useAddAddress, useUpdateAddress, useDeleteAddress } from './hooks.ts'
import { formatAddressLines, emptyAddressForm, type AddressFormValues } from './rules.ts'
import { Dialog, DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { AddressForm } from './AddressForm.tsx'

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
  const [isChanging, setIsChanging] = useState(false)
  const remove = useDeleteAddress()
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
        <Button variant="quiet" size="sm" className="px-3" onClick={() => setIsChanging(true)}>
          <Pencil aria-hidden />
          <span>Bewerken{about}</span>
        </Button>
        <Button
          variant="quiet"
          size="sm"
          className="px-3"
          busy={remove.isPending}
          onClick={() => remove.mutate(address, { onSuccess: onDeleted })}
        >
          <Trash2 aria-hidden />
          <span>Verwijderen{about}</span>
        </Button>
      </div>
      <AddressDialog
        address={address}
        isFirst={false}
        open={isChanging}
        onClose={() => setIsChanging(false)}
      />
    </Card>
  )
}

const FORM = 'address'

interface AddressDialogProps {
  /** Null for a new address. */
  address: Address | null
  /** True when it becomes the default anyway, because it is the only one. */
  isFirst: boolean
  open: boolean
  onClose: () => void
}

function AddressDialog({ address, isFirst, open, onClose }: AddressDialogProps) {
  const add = useAddAddress()
  const change = useUpdateAddress()
  // The input is kept when the dialog is closed by accident; saving or cancelling discards it.
  const [draft, setDraft] = useState<AddressFormValues | null>(null)
  const close = () => {
    setDraft(null)
    onClose()
  }
  return (
    <Dialog open={open} onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title={address ? 'Adres bewerken' : 'Adres toevoegen'}
        footer={
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={close}>
              Annuleren
            </Button>
            <Button type="submit" form={FORM} busy={add.isPending || change.isPending}>
              Opslaan
            </Button>
          </div>
        }
      >
        <AddressForm
          id={FORM}
          initial={draft ?? (address ? { ...address, company: address.company ?? '' } : emptyAddressForm)}
          onValuesChange={setDraft}
          asksDefault={!isFirst && !address?.isDefault}
          save={input =>
            address ? change.mutateAsync({ ...input, addressId: address.id }) : add.mutateAsync(input)
          }
          onSaved={close}
        />
      </DialogContent>
    </Dialog>
  )
}
