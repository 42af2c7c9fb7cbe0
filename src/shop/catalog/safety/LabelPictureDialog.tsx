import { Dialog, DialogContent } from '../../../ui/components/Dialog.tsx'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import type { LabelPicture } from './contract.ts'

interface LabelPictureDialogProps {
  picture: LabelPicture
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A picture of the label, as large as the screen allows. */
export const LabelPictureDialog = ({ picture, open, onOpenChange }: LabelPictureDialogProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    <DialogContent
      title="Etiket"
      description={picture.alt}
      className="sm:base:w-[min(48rem,calc(100vw-3rem))]"
    >
      <ResponsiveImage
        src={picture.url}
        alt={picture.alt}
        sizes="(min-width: 640px) 720px, 100vw"
        widths={[800, 1200]}
        className="rounded-inner"
      />
    </DialogContent>
  </Dialog>
)
