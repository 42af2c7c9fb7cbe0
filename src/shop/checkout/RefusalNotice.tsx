import { useEffect, useRef } from 'react'
import { CallError } from '../../ui/call.ts'
import { Notice } from '../../ui/components/Notice.tsx'
import type { CheckoutState } from './checkout.hooks.ts'
import { describeRefusal } from './refusal.rules.ts'

/** Shows why the server refused the cart. */
export function RefusalNotice({ ordering }: { ordering: CheckoutState }) {
  const place = useRef<HTMLDivElement>(null)
  const { error, variables } = ordering.order
  // Scrolls to the notice, which may be out of view. The braces are required: some browsers return a promise, which
  // React would take for a clean-up function.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  if (!(error instanceof CallError) || error.code === 'OFFLINE' || !variables) return null
  const { code, reason: message, details } = error
  const { lines, trackingPrice: was, basket } = variables
  const tracking = basket.hasTracking ? { was, is: ordering.trackingPrice } : undefined
  const refusal = describeRefusal({ ...details, code, message }, lines, ordering.lines, tracking)
  if (!refusal) return null
  return (
    <div ref={place} className="scroll-mt-4">
      <Notice tone="error" title={refusal.title}>
        {refusal.lines.map(line => (
          <p key={line}>{line}</p>
        ))}
      </Notice>
    </div>
  )
}
