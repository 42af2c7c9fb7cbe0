import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CreditRows } from '../../money/credit/CreditRows.tsx'
import { placeOrderText } from '../../money/credit/labels.rules.ts'
import { countryCode } from '../../wire/countries.ts'
import { useShop } from '../../ui/page/boot.ts'
import { VatNote } from '../../ui/components/VatNote.tsx'
import { plural } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { totalQuantity } from '../cart/rules.ts'
import { formatPromisedDay, promiseDelivery } from '../../wire/delivery.ts'
import { formatCents } from '../../wire/money.ts'
import { GIFT_CARD_FORM_ID } from './GiftCardStep.tsx'
import { StruckAmount } from './CartTotals.tsx'
import { PromotionRows } from './PromotionRows.tsx'
import type { CheckoutState } from './hooks.ts'
import { shippingPrice } from './labels.rules.ts'
import { ADDRESS_FORM_ID, containsDigital } from './steps.rules.ts'

/** The amount due, at every step, and the button of the step. */
export function CheckoutFooter({ ordering }: { ordering: CheckoutState }) {
  const { step } = ordering
  return (
    <div className="grid gap-4">
      <Totals ordering={ordering} />
      {step === 'payment' ? <OrderButton ordering={ordering} /> : <NextButton ordering={ordering} />}
    </div>
  )
}

function Totals({ ordering }: { ordering: CheckoutState }) {
  const { lines, due, isDigital, isReverseCharged } = ordering
  const promised = usePromisedDay(ordering)
  const products = {
    name: plural(totalQuantity(lines), 'artikel', 'artikelen'),
    amount: formatCents(due.products),
  }
  const rows = [
    // Gift cards and digital products are not sent.
    ...(isDigital ? [] : [{ name: 'Verzending', amount: shippingPrice(due.shipping) }]),
    ...(promised ? [{ name: 'Verwacht', amount: promised }] : []),
    ...(due.tracking > 0 ? [{ name: 'Track & trace', amount: `+ ${formatCents(due.tracking)}` }] : []),
  ]
  return (
    <dl className="figures grid gap-0.5 text-small text-ink-soft">
      <Row {...products} />
      <PromotionRows promotions={due.promotions} />
      {rows.map(({ name, amount }) => (
        <Row key={name} name={name} amount={amount} />
      ))}
      {due.creditPayments.length > 0 ? (
        <>
          <Row name="Totaal" amount={formatCents(due.total)} />
          <CreditRows payments={due.creditPayments} />
          <Sum name="Nog te betalen" isWithoutVat={isReverseCharged}>
            {formatCents(due.due)}
          </Sum>
        </>
      ) : (
        <Sum name="Te betalen" isWithoutVat={isReverseCharged}>
          <StruckAmount was={due.products + due.tracking + (due.shipping ?? 0)} is={due.total} />
        </Sum>
      )}
    </dl>
  )
}

/** The day on which the parcel arrives at the chosen address, or that none can be said; null without a promise, or a parcel. */
function usePromisedDay({ address, isDigital }: CheckoutState): string | null {
  const { delivery } = useShop()
  const [now] = useState(() => new Date())
  const country = countryCode(address?.country ?? '')
  if (delivery === null || isDigital || country === null) return null
  const promise = promiseDelivery(delivery, country, now)
  return promise ? formatPromisedDay(promise.day) : 'geen vaste dag in dit land'
}

interface SumProps {
  name: string
  isWithoutVat: boolean
  children: ReactNode
}

const Sum = ({ name, isWithoutVat, children }: SumProps) => (
  <div className="flex items-baseline justify-between gap-x-3 pt-1 text-subheading font-medium text-ink">
    <dt>
      {name} {isWithoutVat ? <span className="text-small font-normal">zonder btw</span> : <VatNote />}
    </dt>
    <dd aria-live="polite">{children}</dd>
  </div>
)

const Row = ({ name, amount }: { name: string; amount: string }) => (
  <div className="flex justify-between gap-x-3">
    <dt>{name}</dt>
    <dd>{amount}</dd>
  </div>
)

/** Each with a key of its own: a button that becomes the next one while it is pressed would press that too. */
function NextButton({ ordering }: { ordering: CheckoutState }) {
  const { step, isGuest, isTyping, addAddress, goOn } = ordering
  if (step === 'address' && isTyping) {
    return (
      <Button key="address" size="lg" type="submit" form={ADDRESS_FORM_ID} busy={addAddress.isPending}>
        {isGuest ? 'Verder' : 'Adres opslaan en verder'}
      </Button>
    )
  }
  if (step === 'giftCard') {
    return (
      <Button key="gift-card" size="lg" type="submit" form={GIFT_CARD_FORM_ID}>
        Verder
      </Button>
    )
  }
  return (
    <Button key="next" size="lg" onClick={goOn}>
      Verder
    </Button>
  )
}

/** The button that places the order, below the terms that the customer agrees to. */
function OrderButton({ ordering }: { ordering: CheckoutState }) {
  const { lines, giftCards, isDigital, isCounting, order, place, due } = ordering
  return (
    <>
      <div className="grid gap-1.5 text-tiny text-ink-soft">
        {!isDigital && (
          <p>
            Je hebt 14 dagen bedenktijd, gerekend vanaf ontvangst. We verpakken en verzenden discreet. Op
            goederen geldt minstens 2 jaar{' '}
            <Link to="/wettelijke-garantie" target="_blank" className="underline underline-offset-4">
              wettelijke garantie
            </Link>
            .
          </p>
        )}
        {containsDigital(lines.filter(line => !giftCards.includes(line))) && (
          <p>
            Op digitale inhoud die direct geleverd wordt, is er geen herroepingsrecht. Die verkoop is
            definitief: geen annulering, terugbetaling, ruil of terugboeking. Door te bestellen bevestig je
            dit.
          </p>
        )}
        {giftCards.length > 0 && (
          <p>Een cadeaubon waarmee nog niets betaald is, kun je binnen 14 dagen herroepen.</p>
        )}
      </div>
      <Button
        size="lg"
        className="px-4"
        busy={order.isPending || order.isSuccess || isCounting}
        onClick={place}
      >
        {placeOrderText(due.due, due.creditPayments.length > 0)}
      </Button>
    </>
  )
}
