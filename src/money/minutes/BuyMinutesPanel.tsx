import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../people/accounts/hooks.ts'
import { CallError } from '../../ui/call/call.ts'
import { VatNote, WithoutVatNote } from '../../ui/components/VatNote.tsx'
import { useIdempotencyKey } from '../../ui/call/idempotencyKey.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Checkbox, RadioCard } from '../../ui/forms/Checkbox.tsx'
import { Dialog, DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { closeToast, toast } from '../../ui/dialogs/toast.ts'
import { formatCents } from '../../wire/money.ts'
import { BusinessFields } from '../vat/BusinessFields.tsx'
import { CountryField } from '../vat/CountryField.tsx'
import { useStatedCountry } from '../vat/country.hooks.ts'
import type { BusinessDetails } from '../vat/number.contract.ts'
import { BEGUN_MINUTE, noCreditForMinutes } from './labels.rules.ts'
import { CreditFields } from '../credit/CreditFields.tsx'
import { CreditRows } from '../credit/CreditRows.tsx'
import { usePurchaseSplit } from '../credit/hooks.ts'
import { creditChangedTitle, creditChanges, placeOrderText } from '../credit/labels.rules.ts'
import type { MinutePackage, PackageId } from './contract.ts'
import { minutePackagesQuery, useBuyMinutes } from './hooks.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { formatMinutes } from '../../ui/format.ts'
import { useShop } from '../../ui/page/boot.ts'
import { countPlayableMinutes, pricePerMinute } from './rules.ts'

const FORM = 'minutes'

export interface BuyMinutesPanelProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  onOpenAutoFocus: ((event: Event) => void) | undefined
}

/** The dialog; each opening begins anew. */
export function BuyMinutesPanel({ open, onOpenChange, ...content }: BuyMinutesPanelProps) {
  const [visit, setVisit] = useState(0)
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setVisit(visit + 1)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <BuyMinutesForm key={visit} {...content} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

type BuyMinutesFormProps = Omit<BuyMinutesPanelProps, 'open' | 'onOpenChange'> & {
  /** Called when nothing was left to pay, and the minutes are there. */
  onDone: () => void
}

/** The packages at the current price, the consents, with the amount to pay, and the button that places the order. */
function BuyMinutesForm({ onDone, ...content }: BuyMinutesFormProps) {
  const userId = useUser()?.id ?? ''
  const [business, setBusiness] = useState<BusinessDetails | null>(null)
  const packages = useQuery({
    ...minutePackagesQuery(business?.vatNumber),
    placeholderData: keepPreviousData,
  })
  const [chosenId, choose] = useState<PackageId | null>(null)
  const chosen = packages.data?.find(({ id }) => id === chosenId) ?? null
  const { creditBuysMinutes } = useShop()
  const split = usePurchaseSplit(userId, chosen?.price ?? 0, creditBuysMinutes)
  const buy = useBuyMinutes(userId, onDone)
  const { choice, due } = split
  const stated = useStatedCountry({ isDigital: true, hasAccount: true })
  const buyer = business ? { business } : stated.input
  const order = (offer: MinutePackage, agreesToImmediateStart: boolean, idempotencyKey: string) =>
    buy.mutate({ offer, credit: { ...choice, due }, buyer, agreesToImmediateStart, idempotencyKey })
  return (
    <DialogContent
      {...content}
      footer={
        packages.data && (
          <div className="grid gap-3">
            <OrderSummary
              chosen={chosen}
              split={split}
              busy={buy.isPending || buy.isSuccess || packages.isPlaceholderData}
            />
          </div>
        )
      }
    >
      <CreditNotice error={buy.error} />
      {packages.isError && <PackagesError onRetry={() => void packages.refetch()} />}
      {packages.isPending && <Skeleton className="h-96" />}
      {packages.data && (
        <div className="grid gap-6">
          <MinutePackageForm
            packages={packages.data}
            chosen={chosen}
            purchase={JSON.stringify([choice, due, buyer])}
            onChoose={choose}
            onBuy={order}
          />
          {!business && <CountryField stated={stated} />}
          <BusinessFields
            business={business}
            isReverseCharged={packages.data.some(({ isReverseCharged }) => isReverseCharged)}
            onChange={setBusiness}
          />
          {creditBuysMinutes ? (
            <CreditFields userId={userId} storeCredit={split.storeCredit} refused={split.refusedCards} />
          ) : (
            <p className="text-small text-ink-soft">{noCreditForMinutes}</p>
          )}
        </div>
      )}
    </DialogContent>
  )
}

/** The amount that is due now, after another purchase changed it. */
function CreditNotice({ error }: { error: Error | null }) {
  if (!(error instanceof CallError) || error.code !== 'CREDIT_CHANGED') return null
  return (
    <Notice tone="waiting" title={creditChangedTitle} className="mb-6">
      {creditChanges(error.details).map(line => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  )
}

interface MinutePackageFormProps {
  packages: MinutePackage[]
  chosen: MinutePackage | null
  /** Describes how it is paid: paid in another way it is another purchase. */
  purchase: string
  onChoose: (id: PackageId) => void
  onBuy: (offer: MinutePackage, agreesToImmediateStart: boolean, idempotencyKey: string) => void
}

function MinutePackageForm({ packages, chosen, purchase, onChoose, onBuy }: MinutePackageFormProps) {
  const [hasAgreed, agree] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const keyFor = useIdempotencyKey()
  const submit = (form: HTMLFormElement) => {
    if (!chosen) {
      toast({
        title: 'Selecteer een pakket',
        description: 'Kies eerst een minutenpakket.',
        variant: 'destructive',
      })
      form.querySelector('input')?.focus()
      return
    }
    setMissing(!hasAgreed)
    if (hasAgreed) onBuy(chosen, hasAgreed, keyFor(`${chosen.id}:${chosen.price}:${purchase}`))
    else form.querySelector<HTMLInputElement>('[name=agreed]')?.focus()
  }
  return (
    <form
      id={FORM}
      noValidate
      method="post"
      className="grid gap-6"
      onSubmit={event => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <MinutePackageChoice
        packages={packages}
        chosen={chosen?.id ?? null}
        onChoose={id => {
          // The toast that led here would cover the button on a phone.
          closeToast()
          onChoose(id)
        }}
      />
      <Checkbox
        name="agreed"
        checked={hasAgreed}
        onChange={event => {
          agree(event.target.checked)
          setMissing(false)
        }}
        className="[&_input]:scroll-mb-28"
        error={isMissing ? 'Zet hier een vinkje om minuten te kunnen kopen.' : undefined}
      >
        Ik wil mijn minuten direct na betaling gebruiken en doe daarmee afstand van mijn herroepingsrecht.
      </Checkbox>
    </form>
  )
}

interface OrderSummaryProps {
  chosen: MinutePackage | null
  split: Pick<ReturnType<typeof usePurchaseSplit>, 'due' | 'creditPayments' | 'isCounting'>
  busy: boolean
}

function OrderSummary({ chosen, split: { due, creditPayments, isCounting }, busy }: OrderSummaryProps) {
  const isPartlyPaid = creditPayments.length > 0
  return (
    <>
      <dl className="figures grid gap-0.5 text-small text-ink-soft">
        <CreditRows payments={creditPayments} />
        <div className="flex items-baseline justify-between text-subheading font-medium text-ink">
          <dt>
            {isPartlyPaid ? 'Nog te betalen' : 'Te betalen'}{' '}
            {chosen?.isReverseCharged ? <WithoutVatNote /> : <VatNote />}
          </dt>
          <dd aria-live="polite">{chosen ? formatCents(due) : '–'}</dd>
        </div>
      </dl>
      <p className="text-tiny text-ink-soft">
        De verkoop is definitief: geen annulering, terugbetaling, ruil of terugboeking. Door te bestellen
        bevestig je dit.
      </p>
      <Button size="lg" type="submit" form={FORM} busy={busy || isCounting} className="px-4">
        {chosen ? placeOrderText(due, isPartlyPaid) : placeOrderText(1, false)}
      </Button>
    </>
  )
}

const PackagesError = ({ onRetry }: { onRetry: () => void }) => (
  <div className="grid justify-items-start gap-4">
    <Notice tone="error" title="De pakketten zijn even niet te bereiken" />
    <Button variant="secondary" onClick={onRetry}>
      Probeer opnieuw
    </Button>
  </div>
)

interface PackageChoiceProps {
  packages: MinutePackage[]
  chosen: PackageId | null
  onChoose: (id: PackageId) => void
}

function MinutePackageChoice({ packages, chosen, onChoose }: PackageChoiceProps) {
  const balance = useUser()?.minutesBalance ?? 0
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Kies een minutenpakket</legend>
      <p className="text-small text-ink-soft">{BEGUN_MINUTE}</p>
      {packages.some(({ discounted }) => discounted) && (
        <p className="text-small text-live-text">De sessieprijs geldt zolang je sessie loopt.</p>
      )}
      {packages.map(offer => (
        <RadioCard
          key={offer.id}
          name="package"
          value={offer.id}
          checked={offer.id === chosen}
          onChange={() => onChoose(offer.id)}
          title={<Name offer={offer} />}
          aside={<Price offer={offer} />}
        >
          <span className="figures">
            {formatMinutes(offer.minutes)}, {playableText(balance, offer.minutes)}
            {formatCents(pricePerMinute(offer))} per min
          </span>
        </RadioCard>
      ))}
    </fieldset>
  )
}

/** While the balance is low, a part of a purchase can't be played. */
function playableText(balance: number, minutes: number): string {
  const played = countPlayableMinutes(balance + minutes) - countPlayableMinutes(balance)
  return played < minutes ? `waarvan ${played} te spelen, ` : ''
}

const Name = ({ offer }: { offer: MinutePackage }) => (
  <span className="flex flex-wrap items-center gap-x-2">
    {offer.name}
    {offer.popular && <Badge className="bg-accent text-on-accent">Populair</Badge>}
  </span>
)

const Price = ({ offer }: { offer: MinutePackage }) => (
  <span className="figures grid">
    <span className="text-subheading font-medium">{formatCents(offer.price)}</span>
    {offer.discounted && (
      <s className="text-small text-ink-faint">
        <span className="sr-only">Zonder sessie: </span>
        {formatCents(offer.normalPrice)}
      </s>
    )}
  </span>
)
