// Dragging is an alternative to the buttons and keys.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import { ImagePlus } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { cn } from '../../ui/components/cn.ts'
import { FieldError } from '../../ui/components/Field.tsx'
import { AdminPictureTile } from './AdminPictureTile.tsx'
import { MAX_PICTURE_BYTES, MAX_PICTURES } from './contract.ts'
import type { PictureUploads } from './hooks.ts'

const MEGABYTES = MAX_PICTURE_BYTES / 1024 ** 2

/** The pictures of a product: selected or dropped, sorted by dragging or keys, and removed. */
export function AdminPictures({ pictures, error }: { pictures: PictureUploads; error?: string | undefined }) {
  const [isOver, setOver] = useState(false)
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
        <FileButton onChoose={pictures.add} />
        <p id="pictures-hint" className="min-w-0 text-small text-ink-faint">
          JPG, PNG of WebP, hoogstens {MEGABYTES} MB per foto en {MAX_PICTURES} foto’s. Sleep ze hierheen, of
          kies ze.
        </p>
      </div>
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

function Tiles({ pictures }: { pictures: PictureUploads }) {
  const dragged = useRef<string | null>(null)
  return (
    <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
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

const FileButton = ({ onChoose }: { onChoose: (files: File[]) => void }) => (
  <Button
    asChild
    variant="secondary"
    size="sm"
    className="cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
  >
    <label>
      <ImagePlus aria-hidden />
      Foto’s kiezen
      <input
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp"
        aria-label="Foto’s kiezen"
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
