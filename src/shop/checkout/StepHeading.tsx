import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import type { CheckoutState } from './hooks.ts'

/** The step's name, with a link back to the address; gets the focus after a step change. */
export function StepHeading({ ordering, children }: { ordering: CheckoutState; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { step, hasWalked, goTo } = ordering
  useEffect(() => {
    if (hasWalked) heading.current?.focus()
  }, [hasWalked])
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
      <h3 ref={heading} tabIndex={-1} className="scroll-mt-20 text-subheading font-medium outline-none">
        {children}
      </h3>
      {step !== 'address' && (
        <Button
          variant="quiet"
          size="sm"
          className="-mr-3 px-3 text-ink-soft"
          onClick={() => goTo('address')}
        >
          <ChevronLeft aria-hidden />
          Terug naar adres
        </Button>
      )}
    </div>
  )
}
