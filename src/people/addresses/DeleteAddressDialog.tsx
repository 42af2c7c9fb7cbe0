import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx'
import type { Address } from './contract.ts'
import { useDeleteAddress } from './hooks.ts'
import { formatAddressLines } from './rules.ts'

interface DeleteAddressDialogProps {
  address: Address
  open: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks before an address is deleted. */
export function DeleteAddressDialog({ address, open, onClose, onDeleted }: DeleteAddressDialogProps) {
  const remove = useDeleteAddress()
  return (
    <ConfirmDialog
      title="Adres verwijderen"
      description="Bestellingen die je al plaatste houden hun adres."
      confirm="Verwijderen"
      open={open}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ addressId: address.id }, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <address className="whitespace-pre-line not-italic">{formatAddressLines(address).join('\n')}</address>
    </ConfirmDialog>
  )
}
