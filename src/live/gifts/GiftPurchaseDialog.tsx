import { useState } from 'react'
import { useUser } from '../../people/accounts/hooks.ts'
import { newIdempotencyKey } from '../../ui/idempotencyKey.ts'
import { Button } from '../../ui/components/Button.tsx'
import { RadioCard } from '../../ui/components/Checkbox.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { Field, Input } from '../../ui/components/Field.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { formatCents } from '../../wire/money.ts'
import { type Gift, MAX_BUYER_NAME_LENGTH } from './contract.ts'
import { usePurchaseGift } from './hooks.ts'

const FORM = 'give'

/** Name or anonymous, the terms, and the binding order button. */
export function GiftPurchaseDialog({ gift, onClose }: { gift: Gift; onClose: () => void }) {
  const user = useUser()
  const [isAnonymous, setAnonymous] = useState(false)
  const [name, setName] = useState(user?.displayName ?? '')
  const keyFor = useIdempotencyKey()
  const give = usePurchaseGift()
  const submit = () => {
    const choice = { isAnonymous, buyerName: isAnonymous ? null : name.trim() || null }
    give.mutate({ gift, ...choice, idempotencyKey: keyFor(JSON.stringify([gift.price, choice])) })
  }
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title={gift.name}
        description={`Een cadeau voor ${gift.ownerName}`}
        footer={<Footer gift={gift} busy={give.isPending || give.isSuccess} />}
      >
        <form
          id={FORM}
          noValidate
          method="post"
          className="grid gap-6"
          onSubmit={event => {
            event.preventDefault()
            submit()
          }}
        >
          {gift.state !== 'FREE' && (
            <Notice tone="error" title="Dit cadeau kun je nu niet geven">
              {gift.state === 'GIVEN'
                ? 'Iemand was je net voor. Kies iets anders van de lijst.'
                : 'Iemand anders rekent het nu af. Probeer het over een half uur opnieuw.'}
            </Notice>
          )}
          <fieldset className="grid gap-3">
            <legend className="mb-3 text-small font-medium">Wie mag het weten?</legend>
            <RadioCard
              name="from"
              checked={!isAnonymous}
              onChange={() => setAnonymous(false)}
              title="Met een naam"
            >
              {gift.ownerName} ziet de naam die je hieronder kiest.
            </RadioCard>
            <RadioCard name="from" checked={isAnonymous} onChange={() => setAnonymous(true)} title="Anoniem">
              {gift.ownerName} ziet alleen dat er iets gegeven is.
            </RadioCard>
          </fieldset>
          {!isAnonymous && (
            <Field label="Naam" hint="Leeg laten mag: dan is het je weergavenaam." optional>
              <Input
                value={name}
                maxLength={MAX_BUYER_NAME_LENGTH}
                autoComplete="nickname"
                onChange={event => setName(event.target.value)}
              />
            </Field>
          )}
        </form>
      </DialogContent>
    </Dialog>
  )
}

/** One idempotency key per combination of choices and price, kept for retries. */
function useIdempotencyKey() {
  const [intention, setIntention] = useState({ of: '', key: '' })
  return (of: string): string => {
    if (intention.of === of) return intention.key
    const key = newIdempotencyKey()
    setIntention({ of, key })
    return key
  }
}

const Footer = ({ gift, busy }: { gift: Gift; busy: boolean }) => (
  <div className="grid gap-3">
    <p className="figures flex items-baseline justify-between text-subheading font-medium">
      <span>
        Te betalen <span className="text-small font-normal text-ink-soft">incl. btw</span>
      </span>
      <span>{formatCents(gift.price)}</span>
    </p>
    <p className="text-tiny text-ink-soft">
      Je betaalt voor een cadeau aan {gift.ownerName} en ontvangt zelf niets. Het wordt meteen gegeven en is
      daarna niet te herroepen. Kan het niet meer gegeven worden, dan krijg je alles terug.
    </p>
    <Button size="lg" type="submit" form={FORM} busy={busy} disabled={gift.state !== 'FREE'} className="px-4">
      Bestellen met betalingsverplichting
    </Button>
  </div>
)
