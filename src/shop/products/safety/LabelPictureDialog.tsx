import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import type { LabelPicture } from './contract.ts'

interface LabelPictureDialogProps {
  picture: LabelPicture
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The largest rendition of an uploaded picture. */
const largest = (url: string): string => url.replace(/\/800\.webp$/, '/1200.webp')

/** A picture of the label, as large as the screen allows. */
export const LabelPictureDialog = ({ picture, open, onOpenChange }: LabelPictureDialogProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    <DialogContent title="Etiket" description={picture.alt} className="sm:w-[min(48rem,calc(100vw-3rem))]">
      <ResponsiveImage
        src={picture.url}
        alt={picture.alt}
        sizes="(min-width: 640px) 720px, 100vw"
        widths={[800, 1200]}
        className="rounded-inner"
      />
      {/* The keyboard also scrolls to this link: the picture may be taller than the screen. */}
      <p className="pt-3 text-small">
        <a
          href={largest(picture.url)}
          target="_blank"
          rel="noreferrer"
          className="underline underline-offset-4"
        >
          Open de foto in een nieuw tabblad
        </a>
      </p>
    </DialogContent>
  </Dialog>
)
