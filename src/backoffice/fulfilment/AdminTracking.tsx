import { type FormEvent, useState } from 'react'
import { CallError } from '../../ui/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Input, Select } from '../../ui/components/Field.tsx'
import { toast } from '../../ui/components/toast.ts'
import { type AdminOrder, carriers } from './contract.ts'
import { useSetTracking } from './hooks.ts'

interface AdminTrackingProps {
  order: AdminOrder
  /** Everything is picked. */
  isReady: boolean
  onDone?: () => void
}

const missing = 'Voer tracking code en verzender in voordat je verzendt'

/** A carrier and its tracking code; after a refusal the input stays, with the message at its field. */
export function AdminTracking({ order, isReady, onDone }: AdminTrackingProps) {
  const [trackingCode, setCode] = useState(order.trackingCode ?? '')
  const known = carriers.find(name => name === order.shippingCarrier)
  const [shippingCarrier, setCarrier] = useState<string>(known ?? '')
  const [isTried, setIsTried] = useState(false)
  const set = useSetTracking()
  const fields = set.error instanceof CallError ? set.error.fields : {}
  const lacks = (value: string) => (isTried && value.trim() === '' ? missing : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (trackingCode.trim() === '' || shippingCarrier === '')
      return toast({ title: 'Tracking informatie vereist', description: missing, variant: 'destructive' })
    const sent = { orderId: order.id, trackingCode, shippingCarrier }
    set.mutate(sent, { onSuccess: () => onDone?.() })
  }
  return (
    <form noValidate method="post" onSubmit={submit} className="grid items-start gap-4 sm:grid-cols-2">
      <Field label="Verzender" error={lacks(shippingCarrier) ?? fields['shippingCarrier']}>
        <Select value={shippingCarrier} onChange={event => setCarrier(event.target.value)}>
          <option value="">Kies een verzender</option>
          {carriers.map(name => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <Field label="Tracking code" error={lacks(trackingCode) ?? fields['trackingCode']}>
        <Input
          value={trackingCode}
          onChange={event => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="send"
          maxLength={60}
        />
      </Field>
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button
          type="submit"
          className="max-sm:h-14 max-sm:w-full"
          disabled={!isReady}
          aria-describedby={isReady ? undefined : 'not-picked'}
          busy={set.isPending}
        >
          {onDone ? 'Tracking opslaan' : 'Verzenden met tracking'}
        </Button>
        {onDone && (
          <Button variant="quiet" onClick={onDone}>
            Toch niet
          </Button>
        )}
      </div>
    </form>
  )
}
