import { preload } from 'react-dom'
import { cn } from './cn.ts'

/** Our own pictures are at `…/<width>.webp` and `.avif`, in these widths. */
const widthInPath = /^(.*\/)\d+\.webp$/
const defaultWidths = [400, 800, 1200]

interface ImageSource {
  /** Any URL; one of the form `…/800.webp` gets a `srcset`. */
  src: string
  /** The available widths, if not 400, 800 and 1200. */
  widths?: number[]
}

interface PictureProps extends Omit<ImageSource, 'src'> {
  /** Null shows only the background. */
  src: string | null
  /** The alternative text; empty when the text next to it says the same. */
  alt: string
  /** The displayed width, as in the `sizes` attribute. */
  sizes: string
  /** Another picture, for screens that match `media`. */
  wide?: ImageSource & { media: string }
  /** Classes of the frame; its ratio is 4:5 unless an `aspect-…` class sets another. */
  className?: string
  /** The largest picture above the fold: loaded first. All others load lazily. */
  priority?: boolean
}

/** The URL of an uploaded picture ends in its background colour, which is shown until the picture has loaded. */
const colourInPath = /-([0-9a-f]{6})\/\d+\.webp$/

/** A picture on a coloured background, in a frame of fixed ratio, so that loading causes no layout shift. */
export function ResponsiveImage({
  src,
  alt,
  sizes,
  widths: from,
  wide,
  className,
  priority = false,
}: PictureProps) {
  if (priority && src !== null && !wide) preloadAvif(from ? { src, widths: from } : { src }, sizes)
  const colour = colourInPath.exec(src ?? '')?.[1]
  return (
    <picture
      className={cn(
        'relative block base:aspect-4/5 overflow-hidden bg-ground after:pointer-events-none after:absolute after:inset-0 after:bg-dim',
        className,
      )}
      style={colour ? { backgroundColor: `#${colour}` } : undefined}
    >
      {wide && <Sources cut={wide} sizes={sizes} media={wide.media} />}
      {src !== null && <Sources cut={from ? { src, widths: from } : { src }} sizes={sizes} />}
      {src !== null && (
        <img
          src={src}
          alt={alt}
          decoding={priority ? 'sync' : 'async'}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </picture>
  )
}

/** Undefined for a picture that is not ours. */
function srcSetOf({ src, widths = defaultWidths }: ImageSource, type: string): string | undefined {
  const base = widthInPath.exec(src)?.[1]
  return base && widths.map(width => `${base}${width}.${type} ${width}w`).join(', ')
}

/** Named in the head, so that it is requested before the page has come; a browser that does not take AVIF leaves it alone. */
function preloadAvif(picture: ImageSource, imageSizes: string): void {
  const imageSrcSet = srcSetOf(picture, 'avif')
  if (!imageSrcSet) return
  preload(picture.src, { as: 'image', type: 'image/avif', imageSrcSet, imageSizes, fetchPriority: 'high' })
}

function Sources({ cut, sizes, media }: { cut: ImageSource; sizes: string; media?: string }) {
  if (!widthInPath.test(cut.src)) return null
  return ['avif', 'webp'].map(type => (
    <source key={type} type={`image/${type}`} srcSet={srcSetOf(cut, type)} sizes={sizes} media={media} />
  ))
}
