import { type FormEvent, useState } from 'react'
import { CallError } from '../../../ui/call/call.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { Field, Textarea } from '../../../ui/forms/Field.tsx'
import type { DigitalContent } from './contract.ts'
import { useImportCodes, useRemoveUnsoldCodes } from './hooks.ts'

interface AdminDigitalCodesProps {
  productId: string
  content: DigitalContent
}

/** How many codes a product has, and their import. */
export function AdminDigitalCodes({ productId, content: { codes } }: AdminDigitalCodesProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const counts = [
    { name: 'Te koop', count: codes.forSale },
    { name: 'Daarvan vast', count: codes.held },
    { name: 'Verkocht', count: codes.sold },
    { name: 'Vervallen', count: codes.voided },
  ]
  return (
    <>
      <dl className="figures grid grid-cols-2 gap-3 sm:grid-cols-4">
        {counts.map(({ name, count }) => (
          <div key={name} className="rounded-inner bg-ink/4 px-4 py-2">
            <dt className="text-small text-ink-soft">{name}</dt>
            <dd className="text-subheading font-medium">{count}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-ink-soft">
        De voorraad is het aantal codes dat te koop is. Elk verkocht stuk krijgt een eigen code.
      </p>
      <ImportForm productId={productId} />
      {codes.forSale > 0 && (
        <Button
          variant="quiet"
          size="sm"
          className="justify-self-start text-danger"
          onClick={() => setIsRemoving(true)}
        >
          Verwijder de codes die te koop zijn
        </Button>
      )}
      {isRemoving && (
        <RemoveCodes productId={productId} count={codes.forSale} onClose={() => setIsRemoving(false)} />
      )}
    </>
  )
}

/** Codes that are pasted, or those of a file. */
function ImportForm({ productId }: { productId: string }) {
  const [text, setText] = useState('')
  const send = useImportCodes(productId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate(new Blob([text], { type: 'text/csv' }), { onSuccess: () => setText('') })
  }
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-3">
      <Field
        label="Codes toevoegen"
        hint="Eén code per regel, of de eerste kolom van een CSV-bestand. Codes die er al zijn, worden overgeslagen."
        error={send.error instanceof CallError ? send.error.fields['file'] : undefined}
      >
        <Textarea
          rows={5}
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={event => setText(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="sm" disabled={text.trim() === ''} busy={send.isPending}>
          Toevoegen
        </Button>
        <label className="relative inline-flex h-10 items-center rounded-card border border-line-strong bg-surface px-4 text-small font-medium hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
          Kies een CSV-bestand
          <input
            type="file"
            aria-label="CSV-bestand met codes"
            accept=".csv,.txt,text/csv,text/plain"
            className="absolute inset-0 opacity-0"
            onChange={event => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) send.mutate(file)
            }}
          />
        </label>
      </div>
    </form>
  )
}

interface RemoveCodesProps {
  productId: string
  count: number
  onClose: () => void
}

function RemoveCodes({ productId, count, onClose }: RemoveCodesProps) {
  const remove = useRemoveUnsoldCodes(productId)
  return (
    <ConfirmDialog
      title="Codes verwijderen"
      confirm="Verwijderen"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ productId }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>
        {count === 1 ? 'De code die' : `De ${count} codes die`} nog te koop {count === 1 ? 'is' : 'zijn'},
        verdwijnen. Het product is dan uitverkocht.
      </p>
    </ConfirmDialog>
  )
}
