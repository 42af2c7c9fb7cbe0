import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import type { CheckoutState } from './hooks.ts'

/** The step's name, with a link back to the address; gets the focus after a step change. */
export function StepHeading({ ordering, children }: { ordering: CheckoutState; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { step, steps, hasWalked, goTo } = ordering
  const [first = 'payment'] = steps
  useEffect(() => {
    if (hasWalked) heading.current?.focus()
  }, [hasWalked])
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
      <h3 ref={heading} tabIndex={-1} className="scroll-mt-20 text-subheading font-medium outline-none">
        {children}
      </h3>
      {step !== first && (
        <Button variant="quiet" size="sm" className="-mr-3 px-3 text-ink-soft" onClick={() => goTo(first)}>
          <ChevronLeft aria-hidden />
          {first === 'address' ? 'Terug naar adres' : 'Terug naar ontvanger'}
        </Button>
      )}
    </div>
  )
}
