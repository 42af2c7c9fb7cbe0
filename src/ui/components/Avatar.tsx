import { cn } from './cn.ts'

interface AvatarProps {
  /** The user's name; its initials replace a missing picture. */
  name: string
  src: string | null
  /** The size as a class, such as `size-10`, and the size of the initials. */
  className?: string
}

/** A user's picture in a circle; hidden from screen readers, because the name is next to it. Initials are a drawing too, and no text. */
export const Avatar = ({ name, src, className }: AvatarProps) => (
  <span
    aria-hidden
    data-initials={src ? undefined : initials(name)}
    className={cn(
      'grid shrink-0 place-items-center overflow-hidden rounded-full base:bg-accent-soft font-semibold base:text-accent-text',
      !src && 'before:content-[attr(data-initials)]',
      className,
    )}
  >
    {src && <img src={src} alt="" decoding="async" className="size-full object-cover" />}
  </span>
)

/** `Sanne de Vries` → `SV`. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
