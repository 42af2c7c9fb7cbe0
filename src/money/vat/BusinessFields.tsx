import { Building2, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { CallError, userMessageOf } from '../../ui/call/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Input } from '../../ui/forms/Field.tsx'
import { type BusinessDetails, checkVatNumber } from './number.contract.ts'
import { useApiMutation } from '../../ui/call/hooks.ts'

interface BusinessFieldsProps {
  business: BusinessDetails | null
  /** The prices are without VAT by it. */
  isReverseCharged: boolean
  onChange: (business: BusinessDetails | null) => void
}

/** For whom it is bought, when that is a business: its name and VAT number, which are on the invoice. */
export function BusinessFields({ business, isReverseCharged, onChange }: BusinessFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  if (business)
    return (
      <div className="grid gap-1 rounded-card border border-line px-4 py-2">
        <div className="flex items-center gap-3">
          <Building2 className="size-4.5 shrink-0 text-accent-text" aria-hidden />
          <p className="grow text-small font-medium wrap-anywhere">
            {business.name}, {business.vatNumber}
          </p>
          <button
            type="button"
            aria-label="Toch niet voor een bedrijf"
            className="-mr-2 grid size-10 shrink-0 place-items-center rounded-full hover:bg-ink/6"
            onClick={() => onChange(null)}
          >
            <X className="size-4" aria-hidden />
          </button>
        </div>
        <p role="status" className="pb-1 text-small text-ink-soft">
          {isReverseCharged
            ? 'De prijzen zijn nu zonder btw: die geeft je bedrijf zelf aan.'
            : 'Het btw-nummer komt op de factuur. De btw blijft in de prijs.'}
        </p>
      </div>
    )
  return isOpen ? (
    <BusinessForm
      onDone={details => {
        setOpen(false)
        onChange(details)
      }}
    />
  ) : (
    <Button variant="link" className="justify-self-start text-small" onClick={() => setOpen(true)}>
      Bestellen voor een bedrijf
    </Button>
  )
}

function BusinessForm({ onDone }: { onDone: (business: BusinessDetails) => void }) {
  const [name, setName] = useState('')
  const [vatNumber, setVatNumber] = useState('')
  const [missing, setMissing] = useState({ name: false, vatNumber: false })
  const check = useCheckVatNumber()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation() // The checkout is a form of its own where an address is typed.
    const without = { name: name.trim() === '', vatNumber: vatNumber.trim() === '' }
    setMissing(without)
    const [nameField, numberField] = event.currentTarget.querySelectorAll('input')
    if (without.name) return nameField?.focus()
    if (without.vatNumber) return numberField?.focus()
    check.mutate(
      { vatNumber },
      {
        onSuccess: ({ status, vatNumber: tidy }) => {
          if (status !== 'INVALID') onDone({ name: name.trim(), vatNumber: tidy })
        },
      },
    )
  }
  return (
    <form
      noValidate
      method="post"
      onSubmit={submit}
      className="grid gap-4 rounded-card border border-line p-4"
    >
      <Field
        label="Naam van het bedrijf"
        error={missing.name ? 'Vul de naam van het bedrijf in.' : undefined}
      >
        <Input
          // oxlint-disable-next-line jsx_a11y/no-autofocus -- the customer has just asked for these fields
          autoFocus
          autoComplete="organization"
          maxLength={120}
          value={name}
          onChange={event => {
            setName(event.target.value)
            setMissing({ ...missing, name: false })
          }}
        />
      </Field>
      <NumberField
        value={vatNumber}
        error={missing.vatNumber ? 'Vul het btw-nummer in.' : numberError(check)}
        onChange={value => {
          setVatNumber(value)
          setMissing({ ...missing, vatNumber: false })
          check.reset()
        }}
      />
      <Button type="submit" variant="secondary" busy={check.isPending} className="justify-self-start">
        Toepassen
      </Button>
    </form>
  )
}

interface NumberFieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

const NumberField = ({ value, error, onChange }: NumberFieldProps) => (
  <Field label="Btw-nummer" hint="Met de landcode, zoals BE0403170701." error={error}>
    <Input
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={20}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  </Field>
)

function numberError({ error, data }: ReturnType<typeof useCheckVatNumber>): string | undefined {
  if (data?.status === 'INVALID')
    return 'Dit btw-nummer is niet bekend in zijn land. Kijk het na, of bestel zonder.'
  if (!error) return undefined
  return (error instanceof CallError && error.fields['vatNumber']) || userMessageOf(error)
}

/** Asks whether a VAT number is one; the form shows what is wrong with it. */
const useCheckVatNumber = () => useApiMutation(checkVatNumber, { onError: () => undefined })
