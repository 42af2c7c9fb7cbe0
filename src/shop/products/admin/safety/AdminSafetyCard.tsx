import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { needsResponsiblePerson } from '../../safety/rules.ts'
import { Button } from '../../../../ui/components/Button.tsx'
import { Card } from '../../../../ui/components/Card.tsx'
import { Field, Select, Textarea } from '../../../../ui/forms/Field.tsx'
import { Notice } from '../../../../ui/components/Notice.tsx'
import { TextField } from '../../../../ui/forms/TextField.tsx'
import { showFieldErrors } from '../../../../ui/call/formErrors.ts'
import { AdminLabelPictures, AdminManuals } from './AdminSafetyFiles.tsx'
import { AdminOperatorDialog } from './AdminOperatorDialog.tsx'
import type { AdminOperator, AdminProductSafety } from './contract.ts'
import { operatorsQuery, productSafetyQuery, useSetProductSafety } from './hooks.ts'

/** The safety information that the law wants to be seen before buying (Reg. (EU) 2023/988, art. 19). */
export function AdminSafetyCard({ productId }: { productId: string }) {
  const { data: safety } = useQuery(productSafetyQuery(productId))
  const { data: operators } = useQuery(operatorsQuery)
  if (safety === undefined || !operators) return null
  return (
    <Card className="@container grid grid-cols-1 gap-5">
      <h2 className="text-subheading font-semibold">Productveiligheid</h2>
      {safety === null && (
        <Notice tone="info" title="Nog niet ingevuld">
          Voor alles wat je verzendt moet een klant vóór het kopen kunnen lezen wie het maakt en waarvoor hij
          moet opletten.
        </Notice>
      )}
      {/* Another version fills the form again. */}
      <SafetyForm key={safety?.version ?? 0} productId={productId} safety={safety} operators={operators} />
      {safety && (
        <>
          <AdminLabelPictures
            key={safety.labelPictures.map(({ url }) => url).join(' ')}
            productId={productId}
            safety={safety}
          />
          <AdminManuals productId={productId} safety={safety} />
        </>
      )}
    </Card>
  )
}

const texts = {
  warnings: {
    label: 'Waarschuwingen',
    rows: 4,
    hint: 'In het Nederlands: wat op het etiket of in de handleiding staat.',
  },
  warningsFr: { label: 'Waarschuwingen in het Frans', rows: 3, hint: 'Voor klanten in Wallonië en Brussel.' },
  materials: { label: 'Materialen', rows: 2, hint: 'Siliconen, ABS, katoen …' },
  radio: {
    label: 'Radio',
    rows: 2,
    hint: 'Van een toestel met bluetooth of wifi: frequentie, vermogen, EU-verklaring.',
  },
  battery: { label: 'Batterij', rows: 2, hint: 'Soort, en of je haar kunt vervangen.' },
} as const
const textNames = Object.keys(texts) as (keyof typeof texts)[]

const toForm = (safety: AdminProductSafety | null) => ({
  manufacturerId: safety?.manufacturerId ?? '',
  responsiblePersonId: safety?.responsiblePersonId ?? '',
  model: safety?.model ?? '',
  warnings: safety?.warnings ?? '',
  warningsFr: safety?.warningsFr ?? '',
  materials: safety?.materials ?? '',
  radio: safety?.radio ?? '',
  battery: safety?.battery ?? '',
})
type SafetyFormValues = ReturnType<typeof toForm>
const fieldNames = ['manufacturerId', 'responsiblePersonId', 'model', ...textNames] as const

interface SafetyFormProps {
  productId: string
  safety: AdminProductSafety | null
  operators: AdminOperator[]
}

function SafetyForm({ productId, safety, operators }: SafetyFormProps) {
  const form = useForm<SafetyFormValues>({ defaultValues: toForm(safety) })
  const save = useSetProductSafety(productId)
  const submit = form.handleSubmit(({ responsiblePersonId, ...draft }) =>
    save.mutate(
      {
        productId,
        ...draft,
        responsiblePersonId: isOutsideEu ? responsiblePersonId || null : null,
        version: safety?.version ?? null,
      },
      { onError: error => void showFieldErrors<SafetyFormValues>(error, [...fieldNames], form.setError) },
    ),
  )
  const manufacturerId = useWatch({ control: form.control, name: 'manufacturerId' })
  const manufacturer = operators.find(({ id }) => id === manufacturerId)
  const isOutsideEu = manufacturer !== undefined && needsResponsiblePerson(manufacturer)
  const inEu = operators.filter(operator => !needsResponsiblePerson(operator))
  return (
    <form noValidate method="post" className="grid grid-cols-1 gap-5" onSubmit={event => void submit(event)}>
      <OperatorField form={form} name="manufacturerId" label="Fabrikant" operators={operators} />
      {isOutsideEu && (
        <OperatorField
          form={form}
          name="responsiblePersonId"
          label="Wie er in de EU voor instaat"
          operators={inEu}
        />
      )}
      <TextField
        form={form}
        name="model"
        label="Model"
        autoComplete="off"
        hint="Het type, de partij of het artikelnummer waaraan je het herkent."
      />
      <div className="grid grid-cols-1 items-start gap-5 @xl:grid-cols-2">
        {textNames.map(name => (
          <Field
            key={name}
            label={texts[name].label}
            hint={texts[name].hint}
            optional
            error={form.formState.errors[name]?.message}
          >
            <Textarea rows={texts[name].rows} {...form.register(name)} />
          </Field>
        ))}
      </div>
      <div>
        <Button type="submit" variant="secondary" size="sm" busy={save.isPending}>
          Veiligheid opslaan
        </Button>
      </div>
    </form>
  )
}

interface OperatorFieldProps {
  form: UseFormReturn<SafetyFormValues>
  name: 'manufacturerId' | 'responsiblePersonId'
  label: string
  operators: AdminOperator[]
}

/** Chooses one of the known ones; adds and changes them in a dialog. */
function OperatorField({ form, name, label, operators }: OperatorFieldProps) {
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<AdminOperator | null>(null)
  const chosenId = useWatch({ control: form.control, name })
  const chosen = operators.find(({ id }) => id === chosenId)
  const close = () => {
    setAdding(false)
    setEdited(null)
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field label={label} error={form.formState.errors[name]?.message}>
        {/* Controlled, so that one that was just added is chosen once the list has it. */}
        <Select {...form.register(name)} value={chosenId}>
          <option value="">Kies …</option>
          {operators.map(({ id, name: operatorName, country }) => (
            <option key={id} value={id}>
              {operatorName} ({country})
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" size="sm" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Nieuwe
        </Button>
        {chosen && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`${chosen.name} bewerken`}
            onClick={() => setEdited(chosen)}
          >
            <Pencil aria-hidden />
            Bewerken
          </Button>
        )}
      </div>
      {(isAdding || edited) && (
        <AdminOperatorDialog
          operator={edited}
          onClose={close}
          onSaved={({ id }) => form.setValue(name, id, { shouldDirty: true })}
        />
      )}
    </div>
  )
}
