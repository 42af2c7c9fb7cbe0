import {
  type ComponentType,
  type JSX,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { PartBoundary, PartFailure } from './PartBoundary.tsx'

interface LazyPartOptions<Props> {
  /** `async () => (await import('./Large.tsx')).Large`; loads the other things that the part needs, too. */
  load: () => Promise<ComponentType<Props>>
  /** Shown while it loads. */
  placeholder?: ReactNode
  /** The frame around the placeholder and around the message of a failure: a dialog with its title and close button. */
  frame?: (content: ReactNode, props: Props) => ReactNode
}

export interface LazyPart<Props> {
  (props: Props): JSX.Element | null
  /**
   * Loads the part before it is needed: an element that is mounted afterwards shows it at once. A failure is left to the part
   * itself.
   */
  preload: () => Promise<void>
  /** Handlers for the control that opens the part: it is loaded when somebody is about to press it. */
  preloadOnIntent: { onPointerEnter: () => void; onFocus: () => void }
}

/** The element that is loaded: the part, or the message that it could not be loaded. */
interface InnerProps<Props> {
  own: Props
  onRetry: () => Promise<void>
}

/**
 * A part that is not in the first bundle. When it cannot be loaded (offline, or after a deployment), or fails while it renders, a
 * message with "Opnieuw" stands in its place and the page stays.
 */
export function lazyPart<Props extends object>({
  load,
  placeholder = null,
  frame = content => content,
}: LazyPartOptions<Props>): LazyPart<Props> {
  const loaded = (Part: ComponentType<Props>) => ({
    default: ({ own }: InnerProps<Props>): ReactNode => <Part {...own} />,
  })
  const failed = {
    default: ({ own, onRetry }: InnerProps<Props>) =>
      frame(<PartFailure onRetry={onRetry}>Dit kon niet laden. Controleer je verbinding.</PartFailure>, own),
  }
  // React remembers the result of `lazy`, also a failure: after one, the next element that is mounted needs a new `lazy`.
  const attempt = (): LazyExoticComponent<ComponentType<InnerProps<Props>>> =>
    lazy(() =>
      load().then(loaded, () => {
        current = attempt()
        return failed
      }),
    )
  let current = attempt()
  let ready: ComponentType<Props> | undefined

  function Part(own: Props) {
    // For as long as it is mounted: another kind of element would lose its state.
    const [Ready] = useState(() => ready)
    return (
      <PartBoundary frame={message => frame(message, own)}>
        {Ready ? <Ready {...own} /> : <LoadingPart {...own} />}
      </PartBoundary>
    )
  }

  function LoadingPart(own: Props) {
    const [Inner, setInner] = useState(() => current)
    const retry = async () => {
      const part = await load().catch(() => null)
      if (!part) return
      current = lazy(() => Promise.resolve(loaded(part)))
      setInner(() => current)
    }
    return (
      <Suspense fallback={frame(placeholder, own)}>
        <Inner own={own} onRetry={retry} />
      </Suspense>
    )
  }

  const preload = async () => {
    ready = await load().catch(() => ready)
  }
  const preloadOnIntent = { onPointerEnter: () => void preload(), onFocus: () => void preload() }
  return Object.assign(Part, { preload, preloadOnIntent })
}
