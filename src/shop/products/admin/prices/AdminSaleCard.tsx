import { useState, type SyntheticEvent } from 'react'
import { Badge } from '../../../../ui/components/Badge.tsx'
import { Button } from '../../../../ui/components/Button.tsx'
import { Card } from '../../../../ui/components/Card.tsx'
import { Field, Input } from '../../../../ui/forms/Field.tsx'
import { CallError } from '../../../../ui/call/call.ts'
import { formatCents } from '../../../../wire/money.ts'
import { AdminSaleFields } from './AdminSaleFields.tsx'
import type { AdminProductDetail } from '../contract.ts'
import { useEndSale, useSetSale } from '../hooks.ts'
import { parseSaleForm, toSaleForm, type SaleForm } from './saleForm.rules.ts'

/** The sale of a product: its price, and from when until when. */
export function AdminSaleCard({ product }: { product: AdminProductDetail }) {
  const { sale } = product
  // Another sale fills the form again.
  return <SaleFormCard key={JSON.stringify(sale ?? null)} product={product} />
}

function SaleFormCard({ product }: { product: AdminProductDetail }) {
  const { id: productId, sale } = product
  const [form, setForm] = useState(toSaleForm(sale))
  const [errors, setErrors] = useState<Partial<Record<keyof SaleForm, string>>>({})
  const set = useSetSale()
  const end = useEndSale()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const meant = parseSaleForm(form)
    setErrors('errors' in meant ? meant.errors : {})
    if ('sale' in meant)
      set.mutate(
        { productId, ...meant.sale },
        { onError: error => setErrors(error instanceof CallError ? error.fields : {}) },
      )
  }
  return (
    <Card className="@container grid grid-cols-1 gap-5">
      <SaleIntro product={product} />
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13.5rem),1fr))] items-start gap-x-4 gap-y-5">
          <Field label="Actieprijs in euro" error={errors.salePrice}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              value={form.salePrice}
              onChange={event => setForm({ ...form, salePrice: event.target.value })}
            />
          </Field>
          <AdminSaleFields form={form} errors={errors} change={part => setForm({ ...form, ...part })} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" size="sm" busy={set.isPending}>
            {sale ? 'Actie wijzigen' : 'Actie instellen'}
          </Button>
          {sale && (
            <Button
              variant="quiet"
              size="sm"
              className="text-danger"
              busy={end.isPending}
              onClick={() => end.mutate({ productId })}
            >
              {sale.isRunning ? 'Nu beëindigen' : 'Niet laten doorgaan'}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

const SaleIntro = ({ product: { price, sale, variants } }: { product: AdminProductDetail }) => (
  <>
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-subheading font-semibold">Actieprijs</h2>
      {sale && (
        <Badge tone={sale.isRunning ? 'green' : 'neutral'}>{sale.isRunning ? 'Loopt' : 'Gepland'}</Badge>
      )}
    </div>
    <p className="text-small text-ink-soft">
      Buiten de actie is de prijs {formatCents(price)}. Wat doorgestreept wordt, rekent de winkel zelf uit: de
      laagste prijs van de 30 dagen ervoor.
      {variants &&
        ' Varianten met een eigen prijs doen niet mee; open een variant om die een eigen actie te geven.'}
    </p>
  </>
)
