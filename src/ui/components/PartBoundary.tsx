import { Component, type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'

interface PartBoundaryProps {
  /** The frame around the message: a dialog with its title and close button, a card. */
  frame?: (message: ReactNode) => ReactNode
  children: ReactNode
}

/** Shows a small message in place of a part that fails while it renders, so that the rest of the page stays. */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { frame = message => message, children } = this.props
    if (!this.state.hasFailed) return children
    return frame(
      <PartFailure onRetry={() => this.setState({ hasFailed: false })}>Dit doet het even niet.</PartFailure>,
    )
  }
}

interface PartFailureProps {
  onRetry: () => unknown
  /** The part that failed. */
  children: ReactNode
}

/** The message with its button, which is busy while the next attempt runs. */
export function PartFailure({ onRetry, children }: PartFailureProps) {
  const [isBusy, setIsBusy] = useState(false)
  const retry = async () => {
    setIsBusy(true)
    await onRetry()
    setIsBusy(false)
  }
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small text-ink-soft">
      <p>{children}</p>
      <Button variant="secondary" size="sm" busy={isBusy} onClick={() => void retry()}>
        Opnieuw
      </Button>
    </div>
  )
}
