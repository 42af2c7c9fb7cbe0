import { Undo2, Minus, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isCreditProvider } from '../../../money/payments/contract.ts'
import { refundableCents } from '../../../money/payments/refundable.rules.ts'
import { CallError, userMessageOf } from '../../../ui/call/call.ts'
import { newIdempotencyKey } from '../../../ui/call/idempotencyKey.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { IconButton } from '../../../ui/components/IconButton.tsx'
import { Checkbox, RadioCard } from '../../../ui/forms/Checkbox.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { isFreeLine, paidForUnits, shippingOfLines } from '../refunds/rules.ts'
import { unitsToRefund } from '../../withdrawals/rules.ts'
import { formatCents } from '../../../wire/money.ts'
import type { AdminOrder } from './contract.ts'
import { useRefundOrder } from './hooks.ts'
import { DialogButtons } from '../../../ui/dialogs/DialogButtons.tsx'
import { UnbrokenNumbers } from '../../../ui/components/UnbrokenNumbers.tsx'

/** Refunds an order: the whole amount that is left, or selected lines. Lines that were free are taken back without a refund. */
export function AdminRefundButton({ order }: { order: AdminOrder }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" className="max-sm:h-11" onClick={() => setIsOpen(true)}>
        <Undo2 aria-hidden />
        Terugbetalen
      </Button>
      {isOpen && <RefundDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface RefundForm {
  isWhole: boolean
  /** By the ids of the lines. */
  quantities: Record<string, number>
  restock: boolean
  asStoreCredit: boolean
  reason: string
  key: string
}

/** Selects the units that withdrawals took back and that are not refunded yet; without any, the whole amount that is left. */
function refundedByWithdrawals(order: AdminOrder, left: number): Pick<RefundForm, 'isWhole' | 'quantities'> {
  const quantities = unitsToRefund(order)
  return { isWhole: left > 0 && Object.keys(quantities).length === 0, quantities }
}

/** The state of the form; every other selection is another request, with its own idempotency key. */
function useRefundForm(order: AdminOrder) {
  const left = refundableCents(order)
  const [filled, setFilled] = useState<RefundForm>(() => ({
    ...refundedByWithdrawals(order, left),
    restock: false,
    asStoreCredit: false,
    reason: '',
    key: newIdempotencyKey(),
  }))
  const change = (part: Partial<RefundForm>) => setFilled({ ...filled, ...part, key: newIdempotencyKey() })
  const items = Object.entries(filled.quantities).flatMap(([itemId, quantity]) =>
    quantity > 0 ? [{ itemId, quantity }] : [],
  )
  const paidFor = (itemId: string, quantity: number) => {
    const item = order.items.find(({ id }) => id === itemId)
    return item ? paidForUnits(item, quantity) : 0
  }
  const ofLines = items.reduce((sum, { itemId, quantity }) => sum + paidFor(itemId, quantity), 0)
  const shipping = shippingOfLines(items, order.items, left, order)
  const { isWhole, restock, asStoreCredit, reason, key } = filled
  // The amount that is shown: if part of it was refunded meanwhile, the server refuses.
  const scope = isWhole ? { amount: left } : { items }
  const wanted = { orderId: order.id, restock, asStoreCredit, reason, key, ...scope }
  const cents = isWhole ? left : ofLines + shipping
  const isOfFreeLines =
    !isWhole &&
    items.length > 0 &&
    items.every(({ itemId }) => order.items.some(line => line.id === itemId && isFreeLine(line)))
  return {
    filled,
    change,
    wanted,
    left,
    shipping,
    cents,
    isPossible: cents <= left && (cents > 0 || isOfFreeLines),
  }
}

function RefundDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { filled, change, wanted, left, shipping, cents, isPossible } = useRefundForm(order)
  const { isWhole, quantities, reason } = filled
  const refund = useRefundOrder()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPossible) refund.mutate(wanted, { onSuccess: onClose })
  }
  return (
    <Dialog open onOpenChange={open => !open && !refund.isPending && onClose()}>
      <DialogContent
        title="Terugbetalen"
        description={<Refundable number={order.number} left={left} />}
        footer={
          <DialogButtons isBusy={refund.isPending} onCancel={onClose}>
            <Button
              type="submit"
              form="refund"
              variant="danger"
              className="figures"
              disabled={!isPossible}
              busy={refund.isPending}
            >
              {cents > 0 ? `${formatCents(cents)} terugbetalen` : 'Terugnemen zonder terugbetaling'}
            </Button>
          </DialogButtons>
        }
      >
        <form id="refund" noValidate method="post" onSubmit={submit} className="grid gap-5">
          <RefundScope isWhole={isWhole} left={left} onChange={next => change({ isWhole: next })} />
          {!isWhole && (
            <RefundLines
              order={order}
              quantities={quantities}
              shipping={shipping}
              onChange={next => change({ quantities: next })}
            />
          )}
          {cents > left && (
            <Notice tone="error" title={`Er is nog ${formatCents(left)} terug te geven.`}>
              Kies minder stuks.
            </Notice>
          )}
          <RefundOptions
            restock={filled.restock}
            asStoreCredit={filled.asStoreCredit}
            order={order}
            onChange={change}
          />
          <RefundReason reason={reason} onChange={change} />
          {refund.error && <RefundFailure error={refund.error} />}
        </form>
      </DialogContent>
    </Dialog>
  )
}

interface RefundReasonProps {
  reason: string
  onChange: (change: Partial<RefundForm>) => void
}

const RefundReason = ({ reason, onChange }: RefundReasonProps) => (
  <Field label="Reden" optional hint="Staat op de creditnota, die de klant krijgt.">
    <Input maxLength={200} value={reason} onChange={event => onChange({ reason: event.target.value })} />
  </Field>
)

interface RefundOptionsProps extends Pick<RefundForm, 'restock' | 'asStoreCredit'> {
  order: AdminOrder
  onChange: (change: Partial<RefundForm>) => void
}

const RefundOptions = ({ restock, asStoreCredit, order, onChange }: RefundOptionsProps) => (
  <>
    <Checkbox checked={restock} onChange={event => onChange({ restock: event.target.checked })}>
      Terug op voorraad: wat terugkomt, kan weer verkocht worden.
    </Checkbox>
    {order.customer.isGuest ? (
      <p className="text-small text-ink-soft">
        Het gaat terug zoals het betaald is{creditHint(order)}. Deze klant heeft geen account, en dus geen
        tegoed.
      </p>
    ) : (
      <Checkbox checked={asStoreCredit} onChange={event => onChange({ asStoreCredit: event.target.checked })}>
        Als tegoed terugbetalen, alleen als de klant dat goedvindt: het is meteen weer te besteden. Anders
        gaat het terug zoals het betaald is{creditHint(order)}.
      </Checkbox>
    )}
  </>
)

/** Where a gift card or store credit paid some of it. */
const creditHint = ({ payments }: AdminOrder) =>
  payments.some(({ provider }) => isCreditProvider(provider)) && ', eerst wat online betaald is'

const Refundable = ({ number, left }: { number: string; left: number }) => (
  <UnbrokenNumbers>{`Van bestelling ${number} is nog ${formatCents(left)} terug te geven.`}</UnbrokenNumbers>
)

/** The message with the amount that is still refundable: another admin may have refunded part of it. */
function RefundFailure({ error }: { error: Error }) {
  const { left, itemId } = error instanceof CallError ? error.details : {}
  return (
    <Notice tone="error" title="Terugbetalen is niet gelukt">
      {userMessageOf(error)}{' '}
      {typeof left === 'number' && itemId === undefined && `Er is nog ${formatCents(left)}.`}
    </Notice>
  )
}

interface RefundScopeProps {
  isWhole: boolean
  left: number
  onChange: (isWhole: boolean) => void
}

const RefundScope = ({ isWhole, left, onChange }: RefundScopeProps) => (
  <fieldset className="grid gap-3">
    <legend className="pb-2 text-small font-medium">Wat gaat terug</legend>
    <RadioCard
      name="what"
      title="Alles wat over is"
      aside={<span className="figures">{formatCents(left)}</span>}
      checked={isWhole}
      onChange={() => onChange(true)}
    >
      Is er nog niets verzonden, dan is de bestelling daarmee geannuleerd.
    </RadioCard>
    <RadioCard name="what" title="Per regel" checked={!isWhole} onChange={() => onChange(false)}>
      Kies hoeveel stuks je terugbetaalt.
    </RadioCard>
  </fieldset>
)

interface RefundLinesProps {
  order: AdminOrder
  /** By the ids of the lines. */
  quantities: Record<string, number>
  /** Cents of standard shipping that go back with them. */
  shipping: number
  onChange: (quantities: Record<string, number>) => void
}

/** Units to refund of each line, up to its remaining ones; with the last goods, also the shipping. */
const RefundLines = ({ order, quantities, shipping, onChange }: RefundLinesProps) => (
  <div className="grid gap-3">
    <ul aria-label="Regels" className="figures divide-y divide-line border-y border-line">
      {order.items.map(({ id, product, quantity, refundedQuantity, pricePerItem, discount }) => {
        const most = quantity - refundedQuantity
        const value = quantities[id] ?? 0
        const set = (next: number) => onChange({ ...quantities, [id]: next })
        return (
          <li key={id} className="flex items-center gap-3 py-3">
            <span className="grid min-w-0 grow gap-0.5">
              <span className="font-medium wrap-anywhere">{product.name}</span>
              <span className="text-small text-ink-soft">
                {formatCents(pricePerItem)} per stuk
                {discount ? `, samen ${formatCents(discount)} korting` : ''}, nog {most} van {quantity}
              </span>
            </span>
            <span role="group" aria-label={`Aantal van ${product.name}`} className="flex items-center">
              <IconButton
                icon={Minus}
                label="Eén minder"
                disabled={value <= 0}
                onClick={() => set(value - 1)}
              />
              <output className="w-7 text-center font-medium">{value}</output>
              <IconButton
                icon={Plus}
                label="Eén meer"
                disabled={value >= most}
                onClick={() => set(value + 1)}
              />
            </span>
          </li>
        )
      })}
    </ul>
    <p aria-live="polite" className="figures flex items-baseline gap-3 empty:hidden">
      {shipping > 0 && (
        <>
          <span className="grow text-small">Verzending, omdat alle goederen teruggaan</span>
          <span>{formatCents(shipping)}</span>
        </>
      )}
    </p>
  </div>
)
