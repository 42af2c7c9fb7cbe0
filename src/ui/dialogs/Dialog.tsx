import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { cn } from '../components/cn.ts'
import { readFocusPath, rememberOpener, returnFocus } from './returnFocus.ts'
import { isInStopDock, StopInReach } from '../components/StopDock.tsx'

/** The element that had the focus when the dialog was opened; null for one that only its trigger opens. */
const OpenerContext = createContext<readonly Element[] | null>(null)

/** `<Dialog><DialogTrigger asChild>…</DialogTrigger><DialogContent title="…">…</DialogContent></Dialog>` */
export function Dialog(props: ComponentProps<typeof Radix.Root>) {
  const isOpen = props.open ?? false
  const [wasOpen, setWasOpen] = useState(false)
  const [opener, setOpener] = useState<readonly Element[] | null>(null)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // While rendering: later, the element with the focus may be gone, or the focus may be in the content.
    if (isOpen) setOpener(readFocusPath())
  }
  return (
    <OpenerContext value={opener}>
      <Radix.Root {...props} />
    </OpenerContext>
  )
}

export const DialogTrigger = Radix.Trigger

interface PanelProps {
  /** The heading; required for every dialog. */
  title: ReactNode
  description?: ReactNode
  /** Stays visible below the scrolling content: totals and buttons. */
  footer?: ReactNode
  /** Called before the focus moves into the dialog; `preventDefault` to focus something else than its first control. */
  onOpenAutoFocus?: ((event: Event) => void) | undefined
  /** Called before the focus returns to the opener of the dialog; `preventDefault` to focus something else. */
  onCloseAutoFocus?: (event: Event) => void
  className?: string
  children: ReactNode
}

/** A centred dialog on a large screen, and a sheet at the bottom edge on a phone. */
export function DialogContent({ className, ...props }: PanelProps) {
  return (
    <Panel
      className={cn(
        'inset-x-0 bottom-(--stop-dock) mx-auto max-h-[calc(92dvh-var(--stop-dock))] rounded-t-card data-[state=closed]:animate-sink-out data-[state=open]:animate-rise-in',
        'sm:base:top-0 sm:base:my-auto sm:base:h-fit sm:base:max-h-[min(88dvh-var(--stop-dock),48rem)] sm:base:w-[min(34rem,calc(100vw-3rem))] sm:rounded-card',
        className,
      )}
      {...props}
    />
  )
}

/** A panel of full height along the right edge. */
export function DrawerContent({ className, ...props }: PanelProps) {
  return (
    <Panel
      className={cn(
        'top-0 right-0 bottom-(--stop-dock) w-[min(28rem,100vw)] data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in sm:rounded-l-card',
        className,
      )}
      {...props}
    />
  )
}

function Panel({ title, description, footer, className, children, onCloseAutoFocus, ...events }: PanelProps) {
  const opener = use(OpenerContext)
  const panel = useRef<HTMLDivElement>(null)
  const onMount = useCallback(
    (element: HTMLDivElement | null) => {
      panel.current = element
      if (element && opener) rememberOpener(element, opener)
    },
    [opener],
  )
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-veil data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
      <Radix.Content
        className={cn(
          'fixed z-50 flex flex-col bg-paper text-ink shadow-soft focus:outline-none',
          // Where heading and footer would leave no room for the content (a phone in landscape, zoom at 400%), all of it scrolls.
          '[@media(height<36rem)]:block [@media(height<36rem)]:overflow-y-auto',
          className,
        )}
        ref={onMount}
        {...(description ? {} : { 'aria-describedby': undefined })}
        onInteractOutside={event => isInStopDock(event.target) && event.preventDefault()}
        onCloseAutoFocus={event => {
          onCloseAutoFocus?.(event)
          if (!event.defaultPrevented) restoreFocus(event, opener)
        }}
        {...events}
      >
        <StopInReach panel={panel} />
        {/* No `header` or `footer`: outside of a section those are landmarks of the whole page. */}
        <div className="flex items-start gap-4 px-6 pt-6 pb-4">
          <div className="grid min-w-0 grow gap-1">
            <Radix.Title className="display text-heading">{title}</Radix.Title>
            {description && (
              <Radix.Description className="text-small text-ink-soft">{description}</Radix.Description>
            )}
          </div>
          <Radix.Close
            aria-label="Sluiten"
            className="-mt-2 -mr-3 grid size-11 shrink-0 place-items-center rounded-card text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink"
          >
            <X className="size-5" aria-hidden />
          </Radix.Close>
        </div>
        <div className="min-h-0 grow overflow-y-auto overscroll-contain px-6 pt-1 pb-6">{children}</div>
        {footer && (
          <div className="border-t border-line px-6 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
            {footer}
          </div>
        )}
      </Radix.Content>
    </Radix.Portal>
  )
}

/**
 * Returns the focus to the opener of the dialog or, when nothing had the focus, to the dialog's own trigger; not when the focus
 * is elsewhere already, such as in a next dialog.
 */
function restoreFocus(event: Event, opener: readonly Element[] | null): void {
  const panel = event.currentTarget instanceof Element ? event.currentTarget : null
  const current = document.getElementById(panel?.id ?? '')
  // Only the content was replaced, such as by a part that has been loaded: the dialog is still open.
  if (current && current !== panel) return event.preventDefault()
  const path = opener ?? []
  const active = document.activeElement
  const hasMovedOn = active !== null && active !== document.body && !panel?.contains(active)
  if (path.length === 0 && !hasMovedOn) return
  event.preventDefault()
  if (!hasMovedOn) returnFocus(path)
}
