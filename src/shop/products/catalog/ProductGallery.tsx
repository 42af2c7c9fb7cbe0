import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { cn } from '../../../ui/components/cn.ts'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'

interface GalleryProps {
  name: string
  pictures: string[]
  /** Whether a single picture has its thumbnail too: where another choice has several, the page below must not move. */
  hasThumbnails?: boolean
  /** Shown in the top right corner. */
  corner?: ReactNode
}

/** The pictures of a product: by swipe, thumbnail or arrow keys. Without JavaScript the first one is shown. */
export function ProductGallery({ name, pictures, hasThumbnails = false, corner }: GalleryProps) {
  const { slides, shown, show, onScroll } = useSlides()
  const thumbnails = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1 }[event.key]
    if (next === undefined || !(next in pictures)) return
    event.preventDefault()
    show(next)
    thumbnails.current?.querySelectorAll('button')[next]?.focus()
  }
  if (pictures.length < 2) {
    return (
      <div className="relative grid grid-cols-1 gap-3">
        <Large src={pictures[0] ?? null} alt={name} priority />
        <Corner>{corner}</Corner>
        {hasThumbnails && (
          <ResponsiveImage src={pictures[0] ?? null} alt="" sizes="64px" className="w-16 rounded-inner" />
        )}
      </div>
    )
  }
  return (
    <section
      aria-roledescription="carrousel"
      aria-label={`Foto’s van ${name}`}
      className="relative grid grid-cols-1 gap-3"
    >
      <Slides ref={slides} name={name} pictures={pictures} shown={shown} onScroll={onScroll} />
      <Corner>{corner}</Corner>
      <ul ref={thumbnails} className="flex gap-3">
        {pictures.map((src, index) => (
          <li key={src}>
            <Thumbnail
              src={src}
              label={`Toon foto ${index + 1} van ${pictures.length}`}
              shown={index === shown}
              onClick={() => show(index)}
              onKeyDown={event => onKeyDown(event, index)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SlidesProps extends Pick<GalleryProps, 'name' | 'pictures'> {
  ref: Ref<HTMLDivElement>
  shown: number
  onScroll: () => void
}

const Slides = ({ ref, name, pictures, shown, onScroll }: SlidesProps) => (
  <div
    ref={ref}
    onScroll={onScroll}
    role="region"
    aria-label="Grote foto’s"
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable element
    tabIndex={0}
    className="snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card [scrollbar-width:none]"
  >
    <ul className="flex">
      {pictures.map((src, index) => (
        <li
          key={src}
          className="min-w-0 shrink-0 grow-0 basis-full snap-start snap-always"
          aria-hidden={index !== shown}
        >
          <Large src={src} alt={`${name}, foto ${index + 1} van ${pictures.length}`} priority={index === 0} />
        </li>
      ))}
    </ul>
  </div>
)

/** The browser scrolls from picture to picture; the one in view is the one that is shown. */
function useSlides() {
  const slides = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 0 } = slides.current ?? {}
    setShown(Math.round(scrollLeft / (clientWidth || 1)))
  }
  // Somebody may have scrolled before the page's code had arrived.
  useEffect(onScroll, [])
  const show = (index: number) => {
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const left = index * (slides.current?.clientWidth ?? 0)
    slides.current?.scrollTo({ left, behavior: isStill ? 'instant' : 'smooth' })
  }
  return { slides, shown, show, onScroll }
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
