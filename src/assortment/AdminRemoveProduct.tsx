import { Button } from '../web/ui/Button.tsx'
import { Dialog, DialogContent } from '../web/ui/Dialog.tsx'
import type { ProductDetail } from './contract.ts'
import { useRemoveProduct } from './hooks.ts'

interface AdminRemoveProductProps {
  product: ProductDetail
  open: boolean
  onClose: () => void
  onRemoved: () => void
}

/** Asks before a product goes, and says beforehand whether it is erased or only taken off sale. */
export function AdminRemoveProduct({ product, open, onClose, onRemoved }: AdminRemoveProductProps) {
  const remove = useRemoveProduct()
  return (
    <Dialog open={open} onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title="Product verwijderen"
        description={product.name}
        footer={
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={onClose}>
              Annuleren
            </Button>
            <Button
              variant="danger"
              busy={remove.isPending}
              onClick={() => remove.mutate(product, { onSuccess: onRemoved })}
            >
              {product.wasOrdered ? 'Uit de verkoop halen' : 'Verwijderen'}
            </Button>
          </div>
        }
      >
        <p>
          {product.wasOrdered
            ? 'Dit product is ooit besteld en staat op facturen. Het wordt niet gewist, maar uit de verkoop gehaald.'
            : 'Dit product is nooit besteld. Het wordt gewist, met zijn foto’s, en verdwijnt uit winkelmandjes en verlanglijsten.'}
        </p>
      </DialogContent>
    </Dialog>
  )
}
