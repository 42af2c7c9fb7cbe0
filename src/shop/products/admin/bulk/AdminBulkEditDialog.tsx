import { useState, type SyntheticEvent } from 'react'
import { useNavigate } from 'react-router'
import { plural } from '../../../../ui/format.ts'
import { Button } from '../../../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../../../ui/dialogs/Dialog.tsx'
import { Field, Input, Select } from '../../../../ui/forms/Field.tsx'
import { Rounding, type createBulkEdit } from './contract.ts'
import { useCreateBulkEdit } from './hooks.ts'
import { roundingLabels } from './rules.ts'
import { AdminSaleFields } from '../prices/AdminSaleFields.tsx'
import { AdminStockCauseFields } from '../AdminStockCauseFields.tsx'
import {
  parseBulkEditForm,
  bulkChangeNames,
  isStockChange,
  hasRounding,
  hasValue,
  type BulkEditForm,
  type BulkChangeKind,
  type KindWithValue,
} from './form.rules.ts'
import type { InputOf } from '../../../../wire/endpoint.ts'
import { Options } from '../../../../ui/forms/Options.tsx'

interface AdminBulkEditProps {
  /** The selected products, or the filters of the list. */
  selection: Pick<InputOf<typeof createBulkEdit>, 'productIds' | 'search'>
  count: number
  label: string
}

const empty: BulkEditForm = {
  kind: 'PRICE_PERCENT',
  value: '',
  rounding: 'CENT',
  cause: '',
  note: '',
  active: 'true',
  startsAt: '',
  endsAt: '',
}

/** The form of a bulk edit; it leads to a preview, before anything changes. */
export function AdminBulkEditDialog({ selection, count, label }: AdminBulkEditProps) {
  const [form, setForm] = useState(empty)
  const [errors, setErrors] = useState<Partial<Record<keyof BulkEditForm, string>>>({})
  const create = useCreateBulkEdit()
  const navigate = useNavigate()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const meant = parseBulkEditForm(form)
    setErrors('errors' in meant ? meant.errors : {})
    if ('change' in meant)
      create.mutate(
        { ...selection, change: meant.change },
        { onSuccess: ({ id }) => void navigate(`/admin/products/bulk/${id}`) },
      )
  }
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="secondary" size="sm">
          {label}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`${plural(count, 'product', 'producten')} bewerken`}
        description="Je ziet eerst wat er verandert. Er gebeurt niets voordat je het toepast."
        footer={
          <Button type="submit" form="bulk-edit" busy={create.isPending} className="w-full">
            Bekijk vooraf
          </Button>
        }
      >
        <form id="bulk-edit" onSubmit={submit} noValidate className="grid gap-5">
          <EditFields form={form} errors={errors} change={part => setForm({ ...form, ...part })} />
        </form>
      </DialogContent>
    </Dialog>
  )
}

interface EditFieldsProps {
  form: BulkEditForm
  errors: Partial<Record<keyof BulkEditForm, string>>
  change: (part: Partial<BulkEditForm>) => void
}

const EditFields = ({ form, errors, change }: EditFieldsProps) => (
  <>
    <Field label="Wat er verandert">
      <Select value={form.kind} onChange={event => change({ kind: event.target.value as BulkChangeKind })}>
        {Object.entries(bulkChangeNames).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
    {form.kind === 'ACTIVE' && (
      <Field label="Te koop">
        <Select
          value={form.active}
          onChange={event => change({ active: event.target.value as BulkEditForm['active'] })}
        >
          <option value="true">Zet te koop</option>
          <option value="false">Haal uit de verkoop</option>
        </Select>
      </Field>
    )}
    {hasValue(form.kind) && (
      <Field label={valueLabels[form.kind]} error={errors.value} hint={hints[form.kind]}>
        <Input
          inputMode="text"
          autoComplete="off"
          value={form.value}
          onChange={event => change({ value: event.target.value })}
        />
      </Field>
    )}
    {hasRounding(form.kind) && (
      <Field label="Afronding" hint="Een half gaat naar boven. Wat iets kost, wordt nooit gratis.">
        <Select
          value={form.rounding}
          onChange={event => change({ rounding: Rounding.parse(event.target.value) })}
        >
          <Options values={Rounding.options} nameOf={rounding => roundingLabels[rounding]} />
        </Select>
      </Field>
    )}
    {form.kind === 'SALE' && <AdminSaleFields form={form} errors={errors} change={change} />}
    {isStockChange(form.kind) && (
      <AdminStockCauseFields cause={form.cause} note={form.note} error={errors.cause} change={change} />
    )}
  </>
)

const valueLabels: Record<KindWithValue, string> = {
  PRICE_PERCENT: 'Percentage',
  PRICE_AMOUNT: 'Bedrag in euro’s',
  PRICE_SET: 'Nieuwe prijs in euro’s',
  PURCHASE_PRICE_PERCENT: 'Percentage',
  PURCHASE_PRICE_SET: 'Nieuwe inkoopprijs in euro’s',
  STOCK_AMOUNT: 'Aantal stuks',
  STOCK_SET: 'Nieuwe voorraad',
  SALE: 'Percentage eraf',
}

const hints: Partial<Record<BulkChangeKind, string>> = {
  PRICE_PERCENT: 'Met een min ervoor gaat het eraf: -15 is 15% goedkoper.',
  PRICE_AMOUNT: 'Met een min ervoor gaat het eraf: -2,50.',
  PURCHASE_PRICE_PERCENT:
    'Wat er geen heeft, blijft zonder. Wat er al ligt, houdt de prijs waarvoor het kwam.',
  PURCHASE_PRICE_SET: 'Zonder btw. Wat er al ligt, houdt de prijs waarvoor het kwam.',
  SALE: 'Wat doorgestreept wordt, rekent de winkel zelf uit: de laagste prijs van de 30 dagen ervoor.',
  STOCK_AMOUNT: 'Met een min ervoor gaan er stuks af. Wat er intussen verkocht is, blijft verkocht.',
}
