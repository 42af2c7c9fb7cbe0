import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../ui/components/Button.tsx'
import { formatProgress } from '../../../ui/page/progress.ts'
import { cn } from '../../../ui/components/cn.ts'
import { FieldError } from '../../../ui/forms/Field.tsx'
import type { PictureItem, PictureUploads } from './hooks.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import { MAX_PICTURE_BYTES } from '../contract.ts'

// Dragging is an alternative to the buttons and keys.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */

const MEGABYTES = MAX_PICTURE_BYTES / 1024 ** 2

/** The pictures of a product, or the one of a category: selected or dropped, sorted by dragging or keys, and removed. */
export function AdminPictures({ pictures, error }: { pictures: PictureUploads; error?: string | undefined }) {
  const [isOver, setOver] = useState(false)
  const isSingle = pictures.most === 1
  const dropFiles = (event: DragEvent) => {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    pictures.add([...event.dataTransfer.files])
  }
  return (
    <section
      aria-label="Foto’s"
      onDragOver={event => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropFiles}
      className={cn(
        'grid gap-4 rounded-inner transition-colors',
        isOver && 'bg-accent-soft outline-2 outline-dashed outline-accent-text',
      )}
    >
      {pictures.items.length > 0 && <Tiles pictures={pictures} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton isSingle={isSingle} onChoose={pictures.add} />
        <p id="pictures-hint" className="min-w-0 text-small text-ink-faint">
          {isSingle
            ? `JPG, PNG of WebP, hoogstens ${MEGABYTES} MB.`
            : `JPG, PNG of WebP, hoogstens ${MEGABYTES} MB per foto en ${pictures.most} foto’s. Sleep ze hierheen, of kies ze.`}
        </p>
      </div>
      <PendingCount items={pictures.items} />
      {pictures.refusals.length > 0 && (
        <div role="alert">
          <ul className="grid gap-1 text-small font-medium text-danger">
            {pictures.refusals.map(refusal => (
              <li key={refusal}>{refusal}</li>
            ))}
          </ul>
        </div>
      )}
      <FieldError>{error}</FieldError>
      <p role="status" className="sr-only">
        {pictures.announcement}
      </p>
    </section>
  )
}

/** How many of several pictures are ready; each change is announced. */
function PendingCount({ items }: { items: PictureItem[] }) {
  const ready = items.filter(({ url }) => url !== null).length
  const isBusy = items.some(({ url, problem }) => url === null && problem === null)
  return (
    <p aria-live="polite" className="figures text-small text-ink-soft empty:hidden">
      {isBusy && items.length > 1 && `${formatProgress(ready, items.length, 'items')} foto’s`}
    </p>
  )
}

function Tiles({ pictures }: { pictures: PictureUploads }) {
  const dragged = useRef<string | null>(null)
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-3">
      {pictures.items.map((item, index) => (
        <li
          key={item.key}
          draggable
          onDragStart={event => {
            dragged.current = item.key
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', item.name)
          }}
          onDragOver={event => {
            if (dragged.current === null) return
            event.preventDefault()
            if (dragged.current !== item.key) pictures.move(dragged.current, index)
          }}
          onDragEnd={() => (dragged.current = null)}
          onDrop={event => {
            if (dragged.current !== null) event.preventDefault()
          }}
          className="cursor-grab active:cursor-grabbing"
        >
          <AdminPictureTile item={item} index={index} count={pictures.items.length} pictures={pictures} />
        </li>
      ))}
    </ol>
  )
}

interface FileButtonProps {
  isSingle: boolean
  onChoose: (files: File[]) => void
}

const FileButton = ({ isSingle, onChoose }: FileButtonProps) => (
  <Button
    asChild
    variant="secondary"
    size="sm"
    className="cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
  >
    <label>
      <ImagePlus aria-hidden />
      {isSingle ? 'Foto kiezen' : 'Foto’s kiezen'}
      <input
        type="file"
        multiple={!isSingle}
        accept="image/jpeg,image/png,image/webp"
        aria-label={isSingle ? 'Foto kiezen' : 'Foto’s kiezen'}
        aria-describedby="pictures-hint"
        className="sr-only"
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])])
          // Allows selecting the same files again after a refusal.
          currentTarget.value = ''
        }}
      />
    </label>
  </Button>
)

interface AdminPictureTileProps {
  item: PictureItem
  index: number
  count: number
  pictures: PictureUploads
}

/** One picture of a list, with its buttons. Arrow keys move it, from any of its buttons. */
function AdminPictureTile({ item, index, count, pictures }: AdminPictureTileProps) {
  const name = `foto ${index + 1}`
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined || to < 0 || to >= count || to === index) return
    event.preventDefault()
    pictures.move(item.key, to)
  }
  // Keys without the place: a moved tile keeps its buttons, and so the focus.
  const all = [
    { key: 'forward', label: `Zet ${name} naar voren`, icon: ArrowLeft, to: index - 1 },
    { key: 'remove', label: `Verwijder ${name}`, icon: Trash2, to: null },
    { key: 'back', label: `Zet ${name} naar achteren`, icon: ArrowRight, to: index + 1 },
  ]
  const buttons = pictures.most === 1 ? all.filter(({ to }) => to === null) : all
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
        {index === 0 && pictures.most > 1 && (
          <Badge className="absolute top-2 left-2 bg-raised text-ink shadow-soft">Hoofdfoto</Badge>
        )}
        {item.url === null && <ProgressOverlay item={item} name={name} />}
      </div>
      <div className="flex justify-between">
        {buttons.map(({ key, label, icon: Icon, to }) => (
          <TileButton
            key={key}
            label={label}
            disabled={to !== null && (to < 0 || to >= count)}
            onClick={() => (to === null ? pictures.remove(item.key) : pictures.move(item.key, to))}
            onKeyDown={onKeyDown}
          >
            <Icon aria-hidden />
          </TileButton>
        ))}
      </div>
    </div>
  )
}

/** The upload progress over the lower edge of the picture, or the reason of a failure. */
const ProgressOverlay = ({ item, name }: { item: PictureItem; name: string }) => (
  <div className="absolute inset-x-0 bottom-0 grid gap-1.5 bg-shade p-2 text-tiny text-on-shade">
    {item.problem === null ? (
      <>
        <span className="figures">
          {item.id === null ? 'Versturen' : 'Bewerken'} {formatProgress(item.progress, 1, 'percent')}
        </span>
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
