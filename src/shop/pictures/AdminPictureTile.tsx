import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Badge } from '../../ui/components/Badge.tsx'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import type { PictureItem, PictureUploads } from './hooks.ts'

interface AdminPictureTileProps {
  item: PictureItem
  index: number
  count: number
  pictures: PictureUploads
}

/** One picture of a list, with its buttons. Arrow keys move it, from any of its buttons. */
export function AdminPictureTile({ item, index, count, pictures }: AdminPictureTileProps) {
  const name = `foto ${index + 1}`
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined || to < 0 || to >= count || to === index) return
    event.preventDefault()
    pictures.move(item.key, to)
  }
  return (
    <div className="overflow-hidden rounded-inner border border-line bg-surface">
      <div className="relative">
        {item.preview ? (
          <img
            src={item.preview}
            alt=""
            draggable={false}
            className="aspect-4/5 w-full bg-ground object-cover"
          />
        ) : (
          <ResponsiveImage src={item.url} alt="" sizes="(min-width: 640px) 200px, 50vw" />
        )}
        {index === 0 && (
          <Badge className="absolute top-2 left-2 bg-raised text-ink shadow-soft">Hoofdfoto</Badge>
        )}
        {item.url === null && <ProgressOverlay item={item} name={name} />}
      </div>
      <div className="flex justify-between">
        <TileButton
          label={`Zet ${name} naar voren`}
          disabled={index === 0}
          onClick={() => pictures.move(item.key, index - 1)}
          onKeyDown={onKeyDown}
        >
          <ArrowLeft aria-hidden />
        </TileButton>
        <TileButton
          label={`Verwijder ${name}`}
          onClick={() => pictures.remove(item.key)}
          onKeyDown={onKeyDown}
        >
          <Trash2 aria-hidden />
        </TileButton>
        <TileButton
          label={`Zet ${name} naar achteren`}
          disabled={index === count - 1}
          onClick={() => pictures.move(item.key, index + 1)}
          onKeyDown={onKeyDown}
        >
          <ArrowRight aria-hidden />
        </TileButton>
      </div>
    </div>
  )
}

/** The upload progress over the lower edge of the picture, or the reason of a failure. */
const ProgressOverlay = ({ item, name }: { item: PictureItem; name: string }) => (
  <div className="absolute inset-x-0 bottom-0 grid gap-1.5 bg-shade p-2 text-tiny text-on-shade">
    {item.problem === null ? (
      <>
        <span>{item.id === null ? 'Versturen…' : 'Bewerken…'}</span>
        <progress
          aria-label={`Voortgang van ${name}`}
          value={item.progress}
          max={1}
          className="h-1 w-full appearance-none overflow-hidden rounded-full bg-on-shade/30 [&::-moz-progress-bar]:bg-on-shade [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-on-shade [&::-webkit-progress-value]:transition-all"
        />
      </>
    ) : (
      <span className="font-medium">{item.problem}</span>
    )}
  </div>
)

interface TileButtonProps {
  label: string
  disabled?: boolean
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}

/** At the first and last position a button is disabled but stays in place, to keep the focus. */
const TileButton = ({ label, disabled = false, onClick, onKeyDown, children }: TileButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={disabled || undefined}
    onClick={disabled ? undefined : onClick}
    onKeyDown={onKeyDown}
    className="grid size-11 place-items-center text-ink-soft transition-colors hover:text-ink aria-disabled:opacity-40 [&_svg]:size-4.5"
  >
    {children}
  </button>
)
