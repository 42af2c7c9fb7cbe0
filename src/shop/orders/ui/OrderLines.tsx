import { CreditRows } from '../../../money/credit/CreditRows.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import { VatNote } from '../../../ui/components/VatNote.tsx'
import { formatCents } from '../../../wire/money.ts'
import type { Order } from '../contract.ts'
import { orderTotals } from '../receipt.rules.ts'

/** The lines of an order at the prices of that day, and their total. */
export function OrderLines({ order }: { order: Order }) {
  const { products, shipping, tracking, total } = orderTotals(order)
  return (
    <Card className="figures print:border-0 print:p-0 print:shadow-none">
      <h2 className="display text-heading">Producten</h2>
      <ul className="divide-y divide-line">
        {order.items.map(({ id, quantity, pricePerItem, product, isDigital, deliveredAt, giftCards }) => (
          <li key={id} className="flex items-center gap-4 py-4">
            <ResponsiveImage
              src={product.imageUrl}
              alt=""
              sizes="64px"
              className="w-16 shrink-0 rounded-inner print:hidden"
            />
            <div className="grid grow gap-0.5">
              <p className="font-medium">{product.name}</p>
              <p className="text-small text-ink-soft">
                {quantity} × {formatCents(pricePerItem)}
              </p>
              {isDigital && (
                <p className="text-small text-ink-soft">
                  {giftCards ? 'Per mail' : deliveredAt === null ? 'Digitaal' : 'Digitaal geleverd'}
                </p>
              )}
            </div>
            <p className="shrink-0 font-medium">{formatCents(quantity * pricePerItem)}</p>
          </li>
        ))}
      </ul>
      <dl className="grid gap-1.5 border-t border-line pt-4 text-ink-soft">
        <Sum name="Subtotaal" cents={products} />
        {order.promotions
          ?.filter(({ kind }) => kind !== 'MINUTES')
          .map(({ promotionId, explanation, amount, kind }) => (
            <Sum key={promotionId} name={explanation} cents={kind === 'FREE_TRACKING' ? 0 : -amount} />
          ))}
        {!order.isDigital && <Sum name="Verzending" cents={shipping} />}
        {tracking > 0 && <Sum name="Track & trace" cents={tracking} />}
        <div className="flex items-baseline justify-between gap-4 pt-2 text-subheading font-medium text-ink">
          <dt>
            Totaal <VatNote />
          </dt>
          <dd>{formatCents(total)}</dd>
        </div>
        <PaidWith order={order} />
      </dl>
      <Gifts order={order} />
    </Card>
  )
}

/** The gifts of promotions beside a lower price. */
const Gifts = ({ order }: { order: Order }) =>
  order.promotions
    ?.filter(({ minutes }) => minutes !== undefined)
    .map(({ promotionId, explanation }) => (
      <p key={promotionId} className="text-ink-soft">
        {explanation}: bijgeschreven zodra je bestelling onderweg is.
      </p>
    ))

/** The amounts that gift cards and store credit pay, and the amount for the provider; nothing without any. */
function PaidWith({ order: { creditPayments, dueTotal = 0, paidAt, status } }: { order: Order }) {
  if (!creditPayments) return null
  const isPaid = paidAt !== null
  return (
    <>
      <CreditRows payments={creditPayments} />
      {dueTotal > 0 && status !== 'CANCELLED' && (
        <Sum name={isPaid ? 'Online betaald' : 'Nog te betalen'} cents={dueTotal} />
      )}
    </>
  )
}

const Sum = ({ name, cents }: { name: string; cents: number }) => (
  <div className="flex justify-between gap-4">
    <dt>{name}</dt>
    <dd>{formatCents(cents)}</dd>
  </div>
)
