import { type ComponentProps, type ReactNode, type ToggleEvent, useId } from 'react'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

interface PopoverProps {
  /** The button; it gets the property that opens the panel. */
  renderButton: (opens: Pick<ComponentProps<'button'>, 'popoverTarget'>) => ReactNode
  /** The subject of the panel, for screen readers. */
  label: string
  children: ReactNode
}

/**
 * A button and the panel that it opens, by the browser's own popover: Escape and a press beside it close it, the focus returns to the
 * button, and it works before the page's code has loaded.
 */
export function Popover({ renderButton, label, children }: PopoverProps) {
  const id = useId()
  return (
    <>
      {renderButton({ popoverTarget: id })}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        onBeforeToggle={placeBelowButton}
        className="top-18 right-4 left-auto m-0 max-h-[calc(100dvh-6rem-var(--dock))] min-w-56 overflow-y-auto rounded-card border border-line bg-raised p-2 text-ink shadow-soft open:animate-fade-in"
      >
        {children}
      </div>
    </>
  )
}

const GAP_PX = 8

function placeBelowButton({ newState, currentTarget: panel }: ToggleEvent<HTMLElement>): void {
  if (newState !== 'open') return
  const place = document.querySelector(`[popovertarget="${panel.id}"]`)?.getBoundingClientRect()
  if (!place) return
  panel.style.top = `${place.bottom + GAP_PX}px`
  panel.style.right = `${document.documentElement.clientWidth - place.right}px`
}

/** Closes the panel around an element. */
const closePopover = (inside: Element): void => inside.closest<HTMLElement>('[popover]')?.hidePopover()

const line =
  'flex min-h-11 w-full items-center gap-3 rounded-inner px-3 text-small hover:bg-ink/6 [&_svg]:size-4.5 [&_svg]:text-ink-faint'

interface PopoverLinkProps {
  to: string
  icon: LucideIcon
  children: ReactNode
}

export const PopoverLink = ({ to, icon: Icon, children }: PopoverLinkProps) => (
  <Link to={to} className={line} onClick={event => closePopover(event.currentTarget)}>
    <Icon aria-hidden />
    {children}
  </Link>
)

export const PopoverButton = ({ onClick, ...props }: ComponentProps<'button'>) => (
  <button
    type="button"
    className={line}
    onClick={event => {
      closePopover(event.currentTarget)
      onClick?.(event)
    }}
    {...props}
  />
)

export const PopoverLine = () => <hr className="my-2 border-line" />
