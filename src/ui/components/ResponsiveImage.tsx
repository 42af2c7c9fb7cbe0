import { cn } from './cn.ts'

/** Our own pictures lie at `…/<width>.webp` with an `.avif` twin, in these widths. */
const widthInPath = /^(.*\/)\d+\.webp$/
const defaultWidths = [400, 800, 1200]

interface ImageSource {
  /** Any address; one of the form `…/800.webp` gets a `srcset`. */
  src: string
  /** The widths that exist, where they aren't 400, 800 and 1200. */
  widths?: number[]
}

interface PictureProps extends Omit<ImageSource, 'src'> {
  /** None shows the ground alone. */
  src: string | null
  /** What one sees; empty when the text beside it says it already. */
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
  /** Another cut of the picture, for screens that `media` is true for. */
  wide?: ImageSource & { media: string }
  /** Classes of the frame; it is 4:5 unless an `aspect-…` class says otherwise. */
  className?: string
  /** The one large picture above the fold: loaded first. All others load when they come near. */
  priority?: boolean
}

/** Of a picture that someone brought, the address ends in the colour of its ground: that stands there until it comes. */
const colourInPath = /-([0-9a-f]{6})\/\d+\.webp$/

/** A picture on its tinted ground, in a frame of fixed ratio, so that nothing moves when it arrives. */
export function ResponsiveImage({
  src,
  alt,
  sizes,
  widths: from,
  wide,
  className,
  priority = false,
}: PictureProps) {
  const colour = colourInPath.exec(src ?? '')?.[1]
  return (
    <picture
      className={cn('relative block aspect-4/5 overflow-hidden bg-ground', className)}
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

function Sources({ cut, sizes, media }: { cut: ImageSource; sizes: string; media?: string }) {
  const base = widthInPath.exec(cut.src)?.[1]
  if (!base) return null
  return ['avif', 'webp'].map(type => (
    <source
      key={type}
      type={`image/${type}`}
      srcSet={(cut.widths ?? defaultWidths).map(width => `${base}${width}.${type} ${width}w`).join(', ')}
      sizes={sizes}
      media={media}
    />
  ))
}
