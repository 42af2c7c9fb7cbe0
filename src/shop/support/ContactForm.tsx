import type { DefaultValues } from 'react-hook-form'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Select, Textarea } from '../../ui/forms/Field.tsx'
import { Options } from '../../ui/forms/Options.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { useIdempotencyKey } from '../../ui/call/idempotencyKey.ts'
import { type ContactInput, ContactTopic, MAX_TEXT_LENGTH } from './contract.ts'
import { type ContactFormValues, useSendContactMessage } from './hooks.ts'
import { contactTopicLabels } from './labels.rules.ts'

interface ContactFormProps {
  /** Known values. */
  initial: DefaultValues<ContactFormValues>
  isSignedIn: boolean
  /** One's own orders, to choose from. */
  orders: { id: string; number: string }[]
  onSent: (reference: string) => void
}

type ContactFormApi = ReturnType<typeof useApiForm<ContactFormValues, ContactInput>>

/** Writes to the shop. A signed-in customer only chooses the topic and the order: the shop knows their name and address. */
export function ContactForm({ initial, isSignedIn, orders, onSent }: ContactFormProps) {
  const send = useSendContactMessage(useIdempotencyKey())
  const form = useApiForm<ContactFormValues, ContactInput>(
    async () => {
      const contract = await import('./contract.ts')
      return isSignedIn ? contract.ContactInput : contract.VisitorContactInput
    },
    initial,
    (input, onError) => send.mutate(input, { onError, onSuccess: ({ reference }) => onSent(reference) }),
  )
  return (
    <form onSubmit={form.submit} noValidate method="post" className="grid gap-5">
      {!isSignedIn && <SenderFields form={form} />}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Waar gaat het over" error={form.errors.topic?.message}>
          <Select {...form.register('topic')}>
            <option value="">Kies een onderwerp</option>
            <Options values={ContactTopic.options} nameOf={topic => contactTopicLabels[topic]} />
          </Select>
        </Field>
        <OrderField form={form} isSignedIn={isSignedIn} orders={orders} />
      </div>
      <MessageField form={form} />
      {/* For programs only: not shown, not announced, and not in the order of the tab key. */}
      <div className="absolute -left-[200vw]" aria-hidden>
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" {...form.register('website')} />
        </label>
      </div>
      <Button type="submit" busy={send.isPending} className="justify-self-start max-sm:w-full">
        Versturen
      </Button>
    </form>
  )
}

const SenderFields = ({ form }: { form: ContactFormApi }) => (
  <div className="grid items-start gap-5 sm:grid-cols-2">
    <TextField form={form} name="name" label="Naam" autoComplete="name" />
    <TextField
      form={form}
      name="email"
      label="E-mailadres"
      type="email"
      autoComplete="email"
      inputMode="email"
    />
  </div>
)

/** One of one's own orders, or a number as a visitor knows it. */
function OrderField({
  form,
  isSignedIn,
  orders,
}: { form: ContactFormApi } & Pick<ContactFormProps, 'isSignedIn' | 'orders'>) {
  if (!isSignedIn)
    return (
      <TextField
        form={form}
        name="orderNumber"
        label="Bestelnummer"
        optional
        placeholder="2026-000042"
        autoComplete="off"
        spellCheck={false}
      />
    )
  if (orders.length === 0) return null
  return (
    <Field label="Bestelling" optional error={form.errors.orderId?.message}>
      <Select {...form.register('orderId')}>
        <option value="">Geen</option>
        <Options
          values={orders.map(({ id }) => id)}
          nameOf={orderId => orders.find(({ id }) => id === orderId)?.number ?? ''}
        />
      </Select>
    </Field>
  )
}

const MessageField = ({ form }: { form: ContactFormApi }) => (
  <Field label="Je bericht" error={form.errors.text?.message}>
    <Textarea rows={7} maxLength={MAX_TEXT_LENGTH} {...form.register('text')} />
  </Field>
)
