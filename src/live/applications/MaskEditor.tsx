import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Slider } from '../../ui/forms/Slider.tsx'

/** In parts of the picture's width and height. */
interface Mask {
  left: number
  top: number
  right: number
  bottom: number
}

/** Pixels of the longer side that is sent. */
const LONGEST_SIDE = 2000

interface MaskEditorProps {
  photo: File
  busy: boolean
  onCancel: () => void
  /** Receives the picture with its black parts burnt in; a file that the browser can't show as it is, for the server to refuse. */
  onMasked: (picture: Blob) => void
}

/** Blackens parts of a photo before it leaves the device: by dragging, or a strip by two sliders, which need no pointer. */
export function MaskEditor({ photo, busy, onCancel, onMasked }: MaskEditorProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = usePicture(photo)
  const [masks, setMasks] = useState<Mask[]>([])
  const [strip, setStrip] = useState(noStrip)
  const [from = 100, to = 100] = strip
  useEffect(() => {
    const stripMask = { left: 0, right: 1, top: from / 100, bottom: to / 100 }
    if (canvas.current && picture) draw(canvas.current, picture, [...masks, stripMask])
  }, [picture, masks, from, to])
  const clear = () => {
    setMasks([])
    setStrip(noStrip)
  }
  const send = () =>
    picture === 'unreadable'
      ? onMasked(photo)
      : canvas.current?.toBlob(blob => blob && onMasked(blob), 'image/webp', 0.9)
  return (
    <div className="grid gap-4">
      <p className="text-small text-ink-soft">
        Sleep over je nummer om het zwart te maken, of zet er met de schuiven een strook over. Na het
        versturen kijken we enkele seconden of er nog een nummer te lezen is.
      </p>
      <canvas
        ref={canvas}
        aria-label="Je foto, met je zwarte vlakken"
        role="img"
        className="max-h-[70vh] max-w-full touch-none justify-self-start rounded-inner border border-line"
        {...drawingOf(setMasks)}
      />
      <Slider
        thumbs={['Begin van de zwarte strook', 'Einde van de zwarte strook']}
        valueText={value => `${value}% van boven`}
        min={0}
        max={100}
        step={1}
        value={strip}
        onValueChange={setStrip}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={() => setStrip([75, 100])}>
          Onderste strook
        </Button>
        <Button variant="quiet" size="sm" onClick={clear}>
          Zwarte vlakken wissen
        </Button>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} disabled={picture === null} onClick={send}>
          Foto versturen
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          Annuleren
        </Button>
      </div>
    </div>
  )
}

const noStrip = [100, 100]

/** The handlers of a canvas on which dragging draws a mask, the last of the list. */
function drawingOf(change: (update: (masks: Mask[]) => Mask[]) => void) {
  const at = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return { x: (clientX - left) / width, y: (clientY - top) / height }
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      const { x, y } = at(event)
      change(masks => [...masks, { left: x, right: x, top: y, bottom: y }])
    },
    onPointerMove: (event: PointerEvent) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
      const { x, y } = at(event)
      change(masks =>
        masks.map((mask, index) => (index < masks.length - 1 ? mask : { ...mask, right: x, bottom: y })),
      )
    },
  }
}

/** The decoded photo; null until it is. */
function usePicture(photo: File): ImageBitmap | 'unreadable' | null {
  const [picture, setPicture] = useState<ImageBitmap | 'unreadable' | null>(null)
  useEffect(() => {
    let isCurrent = true
    createImageBitmap(photo).then(
      decoded => isCurrent && setPicture(decoded),
      () => isCurrent && setPicture('unreadable'),
    )
    return () => {
      isCurrent = false
    }
  }, [photo])
  return picture
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap | 'unreadable', masks: Mask[]): void {
  if (picture === 'unreadable') return
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return
  context.drawImage(picture, 0, 0, width, height)
  context.fillStyle = '#000'
  for (const { left, top, right, bottom } of masks)
    context.fillRect(left * width, top * height, (right - left) * width, (bottom - top) * height)
}
