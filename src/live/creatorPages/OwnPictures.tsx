import { ArrowLeft, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge } from '../../ui/components/Badge.tsx'
import { IconButton } from '../../ui/components/IconButton.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { MAX_GALLERY, type OwnPicture, type PictureKind } from './contract.ts'
import { useOrderPictures, useRemovePicture, useUploadPicture } from './hooks.ts'

/** The portrait and the gallery of a creator, with those that wait. */
export function OwnPictures({ pictures }: { pictures: OwnPicture[] }) {
  const portraits = pictures.filter(({ kind }) => kind === 'PORTRAIT')
  const gallery = pictures.filter(({ kind }) => kind === 'GALLERY')
  return (
    <section aria-labelledby="pictures" className="grid gap-5">
      <h2 id="pictures" className="eyebrow text-ink-faint">
        Portret en foto’s
      </h2>
      <Notice tone="info" title="Gebruik foto’s die nergens anders staan">
        Met een foto kan iemand omgekeerd zoeken: staat dezelfde foto op je sociale media, dan vindt een
        zoekmachine je daar. Kies nieuwe foto’s, zonder herkenbare omgeving en zonder naakt. Plaats en toestel
        halen we uit het bestand.
      </Notice>
      <Pictures title="Portret" kind="PORTRAIT" pictures={portraits} isFull={false} />
      <Pictures
        title={`Foto’s (${gallery.length} van ${MAX_GALLERY})`}
        kind="GALLERY"
        pictures={gallery}
        isFull={gallery.length >= MAX_GALLERY}
      />
    </section>
  )
}

interface PicturesProps {
  title: string
  kind: PictureKind
  pictures: OwnPicture[]
  isFull: boolean
}

function Pictures({ title, kind, pictures, isFull }: PicturesProps) {
  const remove = useRemovePicture()
  const order = useOrderPictures()
  const [removed, setRemoved] = useState<string | null>(null)
  const toFront = (first: string) =>
    order.mutate({ pictureIds: [first, ...pictures.flatMap(each => (each.id === first ? [] : each.id))] })
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{title}</h3>
      {pictures.length > 0 && (
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5">
          {pictures.map((picture, index) => (
            <li key={picture.id} className="relative grid content-start gap-1.5">
              <ResponsiveImage
                src={picture.url}
                alt={`${title}, ${index + 1}`}
                sizes="160px"
                className="rounded-inner"
              />
              <Badge tone={picture.isApproved ? 'green' : 'yellow'} className="justify-self-start">
                {picture.isApproved ? 'Te zien' : 'We bekijken dit'}
              </Badge>
              <span className="absolute top-1 right-1 flex rounded-full bg-paper/90">
                {kind === 'GALLERY' && index > 0 && (
                  <IconButton
                    icon={ArrowLeft}
                    label={`Foto ${index + 1} vooraan`}
                    onClick={() => toFront(picture.id)}
                  />
                )}
                <IconButton
                  icon={Trash2}
                  label={`${title} ${index + 1} verwijderen`}
                  onClick={() => setRemoved(picture.id)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {!isFull && <Upload kind={kind} isFirst={pictures.length === 0} />}
      {removed !== null && (
        <ConfirmDialog
          title="Foto verwijderen"
          confirm="Verwijderen"
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ pictureId: removed }, { onSuccess: () => setRemoved(null) })}
          onClose={() => setRemoved(null)}
        >
          <p>De foto is meteen weg, ook voor wie je pagina nu bekijkt.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function Upload({ kind, isFirst }: { kind: PictureKind; isFirst: boolean }) {
  const id = useId()
  const upload = useUploadPicture()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-medium">
        {kind === 'PORTRAIT' && !isFirst ? 'Kies een ander portret' : 'Kies een foto'}
      </label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="text-small"
        disabled={upload.isPending}
        onChange={event => {
          const photo = event.target.files?.[0]
          event.target.value = ''
          if (photo) upload.mutate({ kind, photo })
        }}
      />
    </div>
  )
}
