import { cn } from '../../ui/components/cn.ts'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'

const grounds = [
  ['#e9c8c4', '#b0586a'],
  ['#ecd9b8', '#b98345'],
  ['#d9cfe3', '#7d6299'],
  ['#cfdcd6', '#5f8577'],
] as const

interface PortraitProps {
  name: string
  url: string | null
  sizes: string
  className?: string
  priority?: boolean
}

/** A creator's portrait, 4:5; without one a drawn figure, in a colour that goes with her name. */
export function Portrait({ name, url, sizes, className, priority = false }: PortraitProps) {
  if (url !== null)
    return (
      <ResponsiveImage
        src={url}
        alt={`Portret van ${name}`}
        sizes={sizes}
        priority={priority}
        {...(className !== undefined && { className })}
      />
    )
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  const [ground, figure] = grounds[sum % grounds.length] ?? grounds[0]
  return (
    <span
      className={cn(
        'relative block base:aspect-4/5 overflow-hidden after:absolute after:inset-0 after:bg-dim',
        className,
      )}
    >
      <svg
        viewBox="0 0 80 100"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-0 size-full"
        aria-hidden
      >
        <rect width="80" height="100" fill={ground} />
        <circle cx="54" cy="32" r="26" fill="#fff" opacity="0.35" />
        <path
          d="M8 100c2-22 12-31 26-34v-9c-8-5-12-13-11-22 1-11 9-18 18-17 10 1 16 9 15 19-1 8-5 15-11 19v10c15 3 25 12 27 34z"
          fill={figure}
        />
      </svg>
    </span>
  )
}
