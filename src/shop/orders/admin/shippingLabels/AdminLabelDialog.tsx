import { useState } from 'react'
import { carrierNames } from '../../../shipping/pickup.rules.ts'
import { Button } from '../../../../ui/components/Button.tsx'
import { RadioCard } from '../../../../ui/forms/Checkbox.tsx'
import { Dialog, DialogContent } from '../../../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../../../ui/dialogs/DialogButtons.tsx'
import { Field, Input } from '../../../../ui/forms/Field.tsx'
import { Notice } from '../../../../ui/components/Notice.tsx'
import { Skeleton } from '../../../../ui/components/Skeleton.tsx'
import { toast } from '../../../../ui/dialogs/toast.ts'
import { userMessageOf } from '../../../../ui/call/call.ts'
import { formatCents } from '../../../../wire/money.ts'
import type { AdminOrder } from '../contract.ts'
import type { LabelService } from './contract.ts'
import { useLabelOptions, useMakeLabel } from './hooks.ts'

/** Chooses a service for the label of one order, by its weight. */
export function AdminLabelDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const make = useMakeLabel(order.id)
  const { options, services, service, choose, weight, grams, isWeight, type, weigh } = useLabelChoice(order)
  const submit = () => {
    if (!service || !isWeight) return
    const input = { orderIds: [order.id], carrier: service.carrier, serviceCode: service.code, weight: grams }
    make.mutate(input, {
      onSuccess: ([result]) => {
        if (result?.reason)
          toast({ title: 'Label niet gemaakt', description: result.reason, variant: 'destructive' })
        onClose()
      },
    })
  }
  return (
    <Dialog open onOpenChange={open => !open && !make.isPending && onClose()}>
      <DialogContent
        title="Label maken"
        footer={
          <DialogButtons isBusy={make.isPending} onCancel={onClose}>
            <Button
              disabled={!service || !isWeight || options.isFetching}
              busy={make.isPending}
              onClick={submit}
            >
              Label maken
            </Button>
          </DialogButtons>
        }
      >
        <div className="grid gap-5">
          <Field
            label="Gewicht in gram"
            hint={
              options.data?.isWeightKnown === false
                ? 'Van een product is het gewicht niet bekend. Weeg het pakket, met verpakking.'
                : 'Met verpakking. Ingevuld is wat de producten wegen.'
            }
            error={weight !== '' && !isWeight ? 'Vul hele grammen in, van 1 tot 50.000.' : undefined}
          >
            <Input
              value={weight}
              inputMode="numeric"
              autoComplete="off"
              onChange={event => type(event.target.value)}
              onBlur={weigh}
            />
          </Field>
          <Services options={options} services={services} chosen={service?.code ?? null} onChoose={choose} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** The choices for the label: the weight, and a service that carries it. */
function useLabelChoice(order: AdminOrder) {
  const [typed, type] = useState<string | null>(null)
  const [weighed, setWeighed] = useState<number>()
  const [chosen, choose] = useState<string | null>(null)
  const options = useLabelOptions(order.id, weighed)
  const services = options.data?.services ?? []
  const service = services.find(({ code }) => code === chosen) ?? services[0]
  const weight = typed ?? String(options.data?.weight ?? '')
  const grams = Number(weight)
  const isWeight = Number.isInteger(grams) && grams >= 1 && grams <= 50_000
  const weigh = () => isWeight && setWeighed(grams)
  return { options, services, service, choose, weight, grams, isWeight, type, weigh }
}

interface ServicesProps {
  options: ReturnType<typeof useLabelOptions>
  services: LabelService[]
  chosen: string | null
  onChoose: (code: string) => void
}

function Services({ options, services, chosen, onChoose }: ServicesProps) {
  if (options.isPending) return <Skeleton className="h-60 rounded-card" />
  if (options.isError)
    return (
      <Notice tone="error" title={userMessageOf(options.error)}>
        <Button variant="link" onClick={() => void options.refetch()}>
          Probeer opnieuw
        </Button>
      </Notice>
    )
  if (services.length === 0)
    return <Notice tone="info" title="Geen vervoerder heeft een dienst voor dit pakket" />
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-small font-medium">Dienst</legend>
      {services.map(({ code, carrier, name, isTracked, price }) => (
        <RadioCard
          key={code}
          name="service"
          value={code}
          checked={code === chosen}
          onChange={() => onChoose(code)}
          title={name}
          aside={price !== null && <span className="figures font-medium">{formatCents(price)}</span>}
        >
          {carrierNames[carrier]}, {isTracked ? 'te volgen' : 'niet te volgen'}
        </RadioCard>
      ))}
    </fieldset>
  )
}
