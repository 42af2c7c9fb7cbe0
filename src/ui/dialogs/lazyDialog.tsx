import { X } from 'lucide-react'
import { type ComponentType, type JSX, useDeferredValue, useState } from 'react'
import { IconButton } from '../components/IconButton.tsx'
import { lazyPart, type LazyPart } from '../components/lazyPart.tsx'

interface DialogState {
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface LazyDialogOptions<Props> {
  /** The title of the message that it could not be loaded. */
  title: string
  /** `async () => (await import('./LargeDialog.tsx')).LargeDialog` */
  load: () => Promise<ComponentType<Props>>
  /** Shown while it loads, by code of the first bundle: for buttons that are pressed often. */
  Shell?: ComponentType<Props>
}

/**
 * A dialog that is not in the first bundle, which does not have the shared code of dialogs either. It is loaded when it opens, or
 * before: spread `preloadOnIntent` on its button.
 */
export function lazyDialog<Props extends DialogState>({
  title,
  load,
  Shell,
}: LazyDialogOptions<Props>): LazyPart<Props> {
  const Part = lazyPart<Props>({
    load,
    frame: (failure, props) =>
      props.open &&
      (failure ? (
        <section
          role="dialog"
          aria-label={title}
          className="fixed inset-x-4 top-20 z-40 flex gap-3 rounded-card border border-line-strong bg-raised p-4 shadow-soft sm:right-6 sm:left-auto sm:w-md md:top-22"
        >
          <div className="grow">{failure}</div>
          <IconButton
            icon={X}
            label="Sluiten"
            className="-mt-2 -mr-2"
            onClick={() => props.onOpenChange(false)}
          />
        </section>
      ) : (
        Shell && <Shell {...props} />
      )),
  })
  /** Stays mounted from its first opening on, so that it can close before it disappears. */
  function LazyDialog(props: Props): JSX.Element | null {
    // The pressed button is drawn first: a large dialog takes a slow phone longer than a press may.
    const isDrawn = useDeferredValue(props.open)
    const open = props.open && isDrawn
    const [wasOpened, setWasOpened] = useState(open)
    if (open && !wasOpened) setWasOpened(true)
    return wasOpened ? <Part {...props} open={open} /> : null
  }
  const { preload, preloadOnIntent } = Part
  return Object.assign(LazyDialog, { preload, preloadOnIntent })
}
