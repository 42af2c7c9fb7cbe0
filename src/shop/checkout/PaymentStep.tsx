import { type ReactNode, useEffect, useRef } from 'react'
import { formatAddressLines } from '../../people/addresses/rules.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Textarea } from '../../ui/components/Field.tsx'
import { formatCents } from '../../wire/money.ts'
import type { CheckoutState } from './hooks.ts'
import { MAX_COMMENT_LENGTH, offersComments, offersShipping } from './steps.rules.ts'
import { StepHeading } from './StepHeading.tsx'
import { CallError } from '../../ui/call.ts'
import { Notice } from '../../ui/components/Notice.tsx'
import { describeRefusal } from './refusal.rules.ts'

export function PaymentStep({ ordering }: { ordering: CheckoutState }) {
  const { lines, draft, change } = ordering
  return (
    <>
      <StepHeading ordering={ordering}>Klopt alles?</StepHeading>
      <div className="grid gap-5">
        <RefusalNotice ordering={ordering} />
        <ul className="grid gap-2">
          {lines.map(({ id, quantity, product }) => (
            <li key={id} className="figures flex justify-between gap-4">
              <span>
                {quantity} × {product.name}
              </span>
              <span className="shrink-0">{formatCents(quantity * product.price)}</span>
            </li>
          ))}
        </ul>
        <Recap ordering={ordering} />
        {offersComments(lines) && (
          <Field label="Opmerking" optional hint={`${draft.comments.length} / ${MAX_COMMENT_LENGTH} tekens`}>
            <Textarea
              rows={3}
              maxLength={MAX_COMMENT_LENGTH}
              value={draft.comments}
              onChange={event => change({ comments: event.target.value })}
            />
          </Field>
        )}
      </div>
    </>
  )
}

function Recap({ ordering }: { ordering: CheckoutState }) {
  const { lines, address, isDigital, hasTracking, goTo } = ordering
  if (isDigital) return null
  return (
    <ul className="grid gap-4 rounded-card bg-sunken p-4 text-small">
      {address && (
        <Fact name="Verzendadres" onChange={() => goTo('address')}>
          {address.firstName} {address.lastName}, {formatAddressLines(address).join(', ')}
        </Fact>
      )}
      {offersShipping(lines) && (
        <Fact name="Verzending" onChange={() => goTo('shipping')}>
          {hasTracking ? 'Met track & trace' : 'Standaard'}
        </Fact>
      )}
    </ul>
  )
}

function Fact({ name, onChange, children }: { name: string; onChange: () => void; children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-4">
      <div className="grid gap-0.5">
        <p className="text-ink-soft">{name}</p>
        <p className="font-medium">{children}</p>
      </div>
      <Button variant="link" className="text-small" onClick={onChange}>
        Wijzig<span className="sr-only"> {name.toLowerCase()}</span>
      </Button>
    </li>
  )
}

function RefusalNotice({ ordering }: { ordering: CheckoutState }) {
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
