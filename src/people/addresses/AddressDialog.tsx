import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { AddressForm } from './AddressForm.tsx'
import type { Address } from './contract.ts'
import { useAddAddress, useUpdateAddress } from './hooks.ts'
import { emptyAddressForm, type AddressFormValues } from './rules.ts'

const FORM = 'address'

interface AddressDialogProps {
  /** Null for a new address. */
  address: Address | null
  /** True when it becomes the default anyway, because it is the only one. */
  isFirst: boolean
  open: boolean
  onClose: () => void
}

export function AddressDialog({ address, isFirst, open, onClose }: AddressDialogProps) {
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
