import useEmblaCarousel from 'embla-carousel-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '../../ui/components/cn.ts'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'

interface GalleryProps {
  name: string
  pictures: string[]
  /** Shown in the top right corner. */
  corner?: ReactNode
}

/** The pictures of a product: by swipe, thumbnail or arrow keys. Without JavaScript the first one is shown. */
export function ProductGallery({ name, pictures, corner }: GalleryProps) {
  const { viewport, shown, show } = useSlides()
  const thumbnails = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: shown - 1, ArrowRight: shown + 1 }[event.key]
    if (next === undefined || !(next in pictures)) return
    event.preventDefault()
    show(next)
    thumbnails.current?.querySelectorAll('button')[next]?.focus()
  }
  if (pictures.length < 2) {
    return (
      <div className="relative">
        <Large src={pictures[0] ?? null} alt={name} priority />
        <Corner>{corner}</Corner>
      </div>
    )
  }
  return (
    <section
      aria-roledescription="carrousel"
      aria-label={`Foto’s van ${name}`}
      className="relative grid grid-cols-1 gap-3"
    >
      <div ref={viewport} className="touch-pan-y overflow-hidden rounded-card">
        <ul className="flex">
          {pictures.map((src, index) => (
            <li key={src} className="min-w-0 shrink-0 grow-0 basis-full" aria-hidden={index !== shown}>
              <Large
                src={src}
                alt={`${name}, foto ${index + 1} van ${pictures.length}`}
                priority={index === 0}
              />
            </li>
          ))}
        </ul>
      </div>
      <Corner>{corner}</Corner>
      <ul ref={thumbnails} className="flex gap-3">
        {pictures.map((src, index) => (
          <li key={src}>
            <Thumbnail
              src={src}
              label={`Toon foto ${index + 1} van ${pictures.length}`}
              shown={index === shown}
              onClick={() => show(index)}
              onKeyDown={onKeyDown}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function useSlides() {
  const [viewport, slides] = useEmblaCarousel()
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (!slides) return
    const onSelect = () => setShown(slides.selectedScrollSnap())
    slides.on('select', onSelect)
    return () => void slides.off('select', onSelect)
  }, [slides])
  const show = (index: number) =>
    slides?.scrollTo(index, window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  return { viewport, shown, show }
}

const Large = ({ src, alt, priority }: { src: string | null; alt: string; priority: boolean }) => (
  <ResponsiveImage
    src={src}
    alt={alt}
    priority={priority}
    sizes="(min-width: 1024px) 560px, (min-width: 768px) 50vw, 100vw"
    // On a phone the price is in the first screen, between the picture and the fixed buttons.
    className="rounded-card max-md:aspect-9/10 max-md:max-h-[max(14rem,100svh-31.25rem)] max-md:w-full"
  />
)

const Corner = ({ children }: { children: ReactNode }) =>
  children && <div className="absolute top-3 right-3 z-1">{children}</div>

interface ThumbnailProps {
  src: string
  label: string
  shown: boolean
  onClick: () => void
  /** Arrow keys select the previous or next picture. */
  onKeyDown: (event: KeyboardEvent) => void
}

const Thumbnail = ({ src, label, shown, onClick, onKeyDown }: ThumbnailProps) => (
  <button
    type="button"
    aria-label={label}
    aria-current={shown ? 'true' : undefined}
    onClick={onClick}
    onKeyDown={onKeyDown}
    className={cn(
      'relative block w-16 overflow-hidden rounded-inner after:absolute after:inset-0 after:rounded-inner after:border-2 after:transition-colors after:duration-150',
      shown ? 'after:border-ink' : 'after:border-transparent hover:after:border-line-strong',
    )}
  >
    <ResponsiveImage src={src} alt="" sizes="64px" />
  </button>
)
