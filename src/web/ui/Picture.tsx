import { cn } from './cn.ts'

/** Our own pictures lie at `…/<width>.webp` with an `.avif` twin, in these widths. */
const sized = /^(.*\/)\d+\.webp$/
const widths = [400, 800, 1200]

interface PictureProps {
  /** Any address; one of the form `…/800.webp` gets a `srcset`. None shows the ground alone. */
  src: string | null
  /** What one sees; empty when the text beside it says it already. */
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
  /** Classes of the frame; it is 4:5 unless an `aspect-…` class says otherwise. */
  className?: string
  /** The widths that exist. */
  from?: number[]
  /** The one large picture above the fold: loaded first. All others load when they come near. */
  priority?: boolean
}

/** A picture on its tinted ground, in a frame of fixed ratio, so that nothing moves when it arrives. */
export function Picture({ src, alt, sizes, className, from = widths, priority = false }: PictureProps) {
  const base = src === null ? null : sized.exec(src)?.[1]
  const set = (type: string) => from.map(width => `${base}${width}.${type} ${width}w`).join(', ')
  return (
    <picture className={cn('relative block aspect-4/5 overflow-hidden bg-ground', className)}>
      {base && <source type="image/avif" srcSet={set('avif')} sizes={sizes} />}
      {base && <source type="image/webp" srcSet={set('webp')} sizes={sizes} />}
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
