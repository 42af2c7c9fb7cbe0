import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'

/** Pixels of the longer side that is sent. */
const LONGEST_SIDE = 2000
/** The parts of the photo that a button blackens, from the top: they need no pointer. */
const strips = ['Bovenste strook', 'Tweede strook', 'Derde strook', 'Onderste strook']

interface MaskEditorProps {
  photo: File
  busy: boolean
  onCancel: () => void
  /** Receives the picture with its black parts burnt in; a file that the browser can't show as it is, for the server to refuse. */
  onMasked: (picture: Blob) => void
}

/** Blackens parts of a photo before it leaves the device: by a brush, or in strips. */
export function MaskEditor({ photo, busy, onCancel, onMasked }: MaskEditorProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  /** Null until the photo is decoded. */
  const [isReadable, setReadable] = useState<boolean | null>(null)
  useEffect(() => void drawPhoto(canvas.current, photo).then(setReadable), [photo])
  const send = () =>
    isReadable ? canvas.current?.toBlob(blob => blob && onMasked(blob), 'image/webp', 0.9) : onMasked(photo)
  return (
    <div className="grid gap-4">
      <p className="text-small text-ink-soft">
        Veeg over je nummer om het zwart te maken, of maak een strook zwart. Na het versturen kijken we enkele
        seconden of er nog een nummer te lezen is.
      </p>
      <canvas
        ref={canvas}
        aria-label="Je foto, met je zwarte vlakken"
        role="img"
        className="max-h-[70vh] max-w-full touch-none justify-self-start rounded-inner border border-line"
        onPointerDown={startBrush}
        onPointerMove={moveBrush}
      />
      <div className="flex flex-wrap gap-3">
        {strips.map((name, index) => (
          <Button key={name} variant="secondary" size="sm" onClick={() => blacken(canvas.current, index)}>
            {name}
          </Button>
        ))}
        <Button variant="quiet" size="sm" onClick={() => void drawPhoto(canvas.current, photo)}>
          Zwarte vlakken wissen
        </Button>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} disabled={isReadable === null} onClick={send}>
          Foto versturen
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          Annuleren
        </Button>
      </div>
    </div>
  )
}

/** @returns whether the browser can read the photo */
async function drawPhoto(canvas: HTMLCanvasElement | null, photo: File): Promise<boolean> {
  const picture = await createImageBitmap(photo).catch(() => null)
  if (!canvas || !picture) return false
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return true
}

function blacken(canvas: HTMLCanvasElement | null, strip: number): void {
  if (!canvas) return
  const height = canvas.height / strips.length
  canvas.getContext('2d')?.fillRect(0, strip * height, canvas.width, height)
}

function startBrush(event: PointerEvent<HTMLCanvasElement>): void {
  const { currentTarget: canvas, pointerId } = event
  canvas.setPointerCapture(pointerId)
  canvas.getContext('2d')?.beginPath()
  moveBrush(event)
}

/** Draws the path of the pointer since it went down. */
function moveBrush({ clientX, clientY, currentTarget: canvas, pointerId }: PointerEvent<HTMLCanvasElement>) {
  const context = canvas.getContext('2d')
  if (!context || !canvas.hasPointerCapture(pointerId)) return
  const { left, top, width } = canvas.getBoundingClientRect()
  const scale = canvas.width / width
  context.lineWidth = Math.max(canvas.width, canvas.height) / 20
  context.lineCap = 'round'
  context.lineTo((clientX - left) * scale, (clientY - top) * scale)
  context.stroke()
}
