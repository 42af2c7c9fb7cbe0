import { CalendarDays, ShoppingBag } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import { useCartLines, useMayShop } from '../cart/guestCart.hooks.ts'
import type { CartItem } from '../cart/contract.ts'
import { useBackLevels } from '../../ui/page/backLevels.ts'
import { useShop } from '../../ui/page/boot.ts'
import { Dialog, DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { StepIndicator } from '../../ui/components/StepIndicator.tsx'
import { AddressStep, PaymentStep } from './CheckoutSteps.tsx'
import { CheckoutFooter } from './CheckoutFooter.tsx'
import { GUEST_ID } from './draft.hooks.ts'
import { type CheckoutState, useCheckout } from './hooks.ts'
import { GiftCardStep } from './GiftCardStep.tsx'
import { PickupChoice } from './PickupChoice.tsx'
import { shippingPrice } from './labels.rules.ts'
import type { CheckoutStep } from './steps.rules.ts'
import { RadioCard } from '../../ui/forms/Checkbox.tsx'
import { formatCents } from '../../wire/money.ts'
import { StepHeading } from './StepHeading.tsx'

interface CheckoutDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function CheckoutDialog({ open, onOpenChange }: CheckoutDialogProps) {
  const user = useUser()
  const lines = useCartLines()
  const mayShop = useMayShop()
  const { pathname } = useLocation()
  const openedOn = useRef(pathname)
  useEffect(() => {
    // A link in it leads to another page, such as the login, which it would cover.
    if (openedOn.current !== pathname) onOpenChange(false)
    openedOn.current = pathname
  }, [pathname, onOpenChange])
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      {mayShop && lines.length > 0 ? (
        <CheckoutState
          userId={user?.id ?? GUEST_ID}
          lines={lines}
          open={open}
          onDone={() => onOpenChange(false)}
        />
      ) : (
        <DialogContent title="Bestellen">
          <EmptyState icon={ShoppingBag} title="Je winkelwagen is leeg" />
        </DialogContent>
      )}
    </Dialog>
  )
}

interface CheckoutStepsProps {
  userId: string
  lines: CartItem[]
  open: boolean
  onDone: () => void
}

const stepLabels: Record<CheckoutStep, string> = {
  address: 'Adres',
  giftCard: 'Cadeaubon',
  shipping: 'Verzending',
  payment: 'Betaling',
}
const stepBodies = {
  address: AddressStep,
  giftCard: GiftCardStep,
  shipping: ShippingStep,
  payment: PaymentStep,
}

function CheckoutState({ userId, lines, open, onDone }: CheckoutStepsProps) {
  const ordering = useCheckout(userId, lines, onDone)
  const { step, steps, isReady, goTo } = ordering
  // Of the first step until it is known which one is shown.
  const level = isReady ? steps.indexOf(step) + 1 : 1
  useBackLevels(open ? level : 0, left => {
    const earlier = steps[left - 1]
    if (earlier) goTo(earlier)
    else onDone()
  })
  const { notice } = useShop()
  const StepBody = stepBodies[step]
  return (
    <DialogContent title="Bestellen" footer={isReady && <CheckoutFooter ordering={ordering} />}>
      <StepIndicator
        names={steps.map(each => stepLabels[each])}
        current={steps.indexOf(step)}
        className="pb-6"
      />
      {notice !== null && (
        <p className="mb-6 flex gap-3 rounded-card bg-sunken p-4 text-small">
          <CalendarDays className="mt-0.5 size-4.5 shrink-0 text-accent-text" aria-hidden />
          {notice}
        </p>
      )}
      {/* A fixed height where possible, so that the dialog does not jump between steps. */}
      <div className="sm:min-h-72">
        {isReady ? <StepBody ordering={ordering} /> : <Skeleton className="h-60" />}
      </div>
    </DialogContent>
  )
}

function ShippingStep({ ordering }: { ordering: CheckoutState }) {
  const { hasTracking, trackingPrice, due, draft, change } = ordering
  const { hasCarriers } = useShop()
  return (
    <>
      <StepHeading ordering={ordering}>Verzendwijze</StepHeading>
      <fieldset className="grid gap-3">
        <legend className="sr-only">Kies hoe we verzenden</legend>
        <RadioCard
          name="shipping"
          checked={!hasTracking && !draft.isPickup}
          onChange={() => change({ hasTracking: false, isPickup: false })}
          title="Standaard verzending"
          aside={<span className="figures font-medium">{shippingPrice(due.shipping)}</span>}
        >
          Discreet verpakt, met de gewone post.
        </RadioCard>
        <RadioCard
          name="shipping"
          checked={hasTracking && !draft.isPickup}
          onChange={() => change({ hasTracking: true, isPickup: false })}
          title="Verzending met track & trace"
          aside={
            trackingPrice > 0 ? (
              <span className="figures font-medium">+ {formatCents(trackingPrice)}</span>
            ) : (
              <span className="font-medium">Gratis</span>
            )
          }
        >
          Net zo discreet, en je ziet waar je pakket is.
        </RadioCard>
        {hasCarriers && (
          <RadioCard
            name="shipping"
            checked={draft.isPickup}
            onChange={() => change({ hasTracking: false, isPickup: true })}
            title="Afhalen bij een punt"
            aside={<span className="figures font-medium">{shippingPrice(due.shipping)}</span>}
          >
            Bij een winkel of pakketautomaat in de buurt, op een moment dat jou past.
          </RadioCard>
        )}
      </fieldset>
      {hasCarriers && draft.isPickup && <PickupChoice ordering={ordering} />}
    </>
  )
}
