import { Tag, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { userMessageOf } from '../../ui/call/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Input } from '../../ui/forms/Field.tsx'
import type { CartItem } from '../cart/contract.ts'
import type { RefusedCode } from '../promotions/contract.ts'
import { useApplyCode, usePromotionCodes } from './quote.hooks.ts'
import { describeRefusedCode } from './refusal.rules.ts'

interface PromotionCodesProps {
  userId: string
  lines: CartItem[]
  /** Of the summary. */
  refused: RefusedCode[]
}

/** The codes that were filled in, why one of them gives nothing, and a field for another. */
export function PromotionCodes({ userId, lines, refused }: PromotionCodesProps) {
  const { codes, remove } = usePromotionCodes(userId)
  const [isOpen, setIsOpen] = useState(false)
  const own = refused.filter(({ code }) => codes.includes(code))
  return (
    <div className="grid gap-2">
      {codes.length > 0 && (
        <ul aria-label="Kortingscodes" className="flex flex-wrap gap-2">
          {codes.map(code => (
            <li
              key={code}
              className="inline-flex items-center gap-1.5 rounded-full bg-accent-soft pl-3 text-small font-medium text-accent-text"
            >
              <Tag className="size-3.5" aria-hidden />
              {code}
              <button
                type="button"
                aria-label={`Verwijder code ${code}`}
                className="grid size-9 place-items-center rounded-full hover:bg-ink/6"
                onClick={() => remove([code])}
              >
                <X className="size-4" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {own.map(({ code, message }) => (
        <p key={code} role="status" className="text-small text-ink-soft">
          {message}
        </p>
      ))}
      {isOpen ? (
        <CodeForm userId={userId} lines={lines} onDone={() => setIsOpen(false)} />
      ) : (
        <Button variant="link" className="justify-self-start text-small" onClick={() => setIsOpen(true)}>
          {codes.length > 0 ? 'Nog een kortingscode' : 'Kortingscode invullen'}
        </Button>
      )}
    </div>
  )
}

interface CodeFormProps {
  userId: string
  lines: CartItem[]
  onDone: () => void
}

function CodeForm({ userId, lines, onDone }: CodeFormProps) {
  const [typed, setTyped] = useState('')
  const apply = useApplyCode(userId, lines, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The checkout is a form of its own where an address is typed.
    event.stopPropagation()
    if (typed.trim() !== '') apply.mutate(typed)
  }
  const refusal = apply.data?.refusal
  const error = apply.error ? userMessageOf(apply.error) : refusal ? describeRefusedCode(refusal) : undefined
  return (
    <form noValidate method="post" onSubmit={submit}>
      <Field label="Kortingscode" error={error ?? undefined}>
        <div className="flex gap-2">
          <Input
            // oxlint-disable-next-line jsx_a11y/no-autofocus -- the customer has just asked for this field
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            value={typed}
            onChange={event => {
              setTyped(event.target.value)
              apply.reset()
            }}
          />
          <Button type="submit" variant="secondary" busy={apply.isPending}>
            Toepassen
          </Button>
        </div>
      </Field>
    </form>
  )
}
