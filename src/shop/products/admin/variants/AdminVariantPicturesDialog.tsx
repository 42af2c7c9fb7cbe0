import { AdminPictures } from '../../../pictures/admin/AdminPictures.tsx'
import { usePictureUploads } from '../../../pictures/admin/hooks.ts'
import { Button } from '../../../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../../../ui/dialogs/Dialog.tsx'

interface AdminVariantPicturesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Its values: `M, rood`. */
  name: string
  images: string[]
  onDone: (images: string[]) => void
}

/** The pictures of one variant; they are saved with the grid. */
export const AdminVariantPicturesDialog = ({
  open,
  onOpenChange,
  ...content
}: AdminVariantPicturesDialogProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    {open && <Content {...content} onClose={() => onOpenChange(false)} />}
  </Dialog>
)

type ContentProps = Omit<AdminVariantPicturesDialogProps, 'open' | 'onOpenChange'> & { onClose: () => void }

function Content({ name, images, onDone, onClose }: ContentProps) {
  const pictures = usePictureUploads(images)
  return (
    <DialogContent
      title={`Foto’s van ${name}`}
      description="Zonder eigen foto’s zie je in de shop die van het product."
      className="sm:w-[min(40rem,calc(100vw-3rem))]"
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" onClick={onClose}>
            Annuleren
          </Button>
          <Button
            busy={pictures.isBusy}
            onClick={() => {
              onDone(pictures.urls)
              onClose()
            }}
          >
            Overnemen
          </Button>
        </div>
      }
    >
      <AdminPictures pictures={pictures} />
    </DialogContent>
  )
}
