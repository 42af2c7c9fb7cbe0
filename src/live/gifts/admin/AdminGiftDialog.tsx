import { parseEuroInput, formatEuroInput } from '../../../wire/money.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { z } from 'zod'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { CallError } from '../../../ui/call/call.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { Field, Input, Select, Textarea } from '../../../ui/forms/Field.tsx'
import { type AdminGift, MAX_GIFT_PICTURE_BYTES, NewGift } from './contract.ts'
import { giftOwnersQuery, useSaveGift } from './hooks.ts'

const { shape } = NewGift

const GiftFormSchema = z.object({
  name: shape.name,
  description: shape.description,
  price: z.string().transform(parseEuroInput).pipe(shape.price),
  ownerId: shape.ownerId.unwrap(),
  isActive: z.boolean(),
  isSingle: z.boolean(),
})
type GiftForm = z.input<typeof GiftFormSchema>

const giftFormValues = (gift: AdminGift | null) => ({
  name: gift?.name ?? '',
  description: gift?.description ?? '',
  price: gift ? formatEuroInput(gift.price) : '',
  ownerId: gift?.ownerId ?? '',
  isActive: gift?.isActive ?? true,
  isSingle: gift?.isSingle ?? true,
})

interface AdminGiftDialogProps {
  /** Null for a new one. */
  gift: AdminGift | null
  onClose: () => void
}

/** A form for a gift, with its picture. Keeps the typed values when the server refuses them. */
export function AdminGiftDialog({ gift, onClose }: AdminGiftDialogProps) {
  const [keptId, setKeptId] = useState(gift?.id ?? null)
  const [picture, setPicture] = useState<File | null>(null)
  const [pictureError, setPictureError] = useState<string>()
  const save = useSaveGift()
  const { register, errors, submit } = useApiForm(
    () => Promise.resolve(GiftFormSchema),
    giftFormValues(gift),
    (draft, showErrors) => {
      setPictureError(undefined)
      const onError = (error: Error) => {
        const isAtField = showErrors(error)
        const isPicture = error instanceof CallError && (error.status === 413 || error.status === 415)
        if (!isAtField && isPicture) setPictureError(error.reason)
      }
      save.mutate({ giftId: keptId, draft, picture, onSaved: setKeptId }, { onSuccess: onClose, onError })
    },
  )
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title={gift ? 'Wens bewerken' : 'Nieuwe wens'}
        footer={
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={onClose}>
              Annuleren
            </Button>
            <Button type="submit" form="gift" busy={save.isPending}>
              Opslaan
            </Button>
          </div>
        }
      >
        <form id="gift" noValidate method="post" className="grid gap-5" onSubmit={submit}>
          <GiftFields register={register} errors={errors} />
          <Field
            label="Foto"
            error={pictureError}
            hint={`JPG, PNG of WebP, hoogstens ${MAX_GIFT_PICTURE_BYTES / 1024 ** 2} MB.${gift?.imageUrl ? ' Leeg laten houdt de foto die er is.' : ''}`}
            optional
          >
            <Input
              type="file"
              accept="image/jpeg,image/png,image/webp"
              className="py-2.5 file:mr-3 file:font-medium file:text-accent-text"
              onChange={event => setPicture(event.target.files?.[0] ?? null)}
            />
          </Field>
          <Checkbox {...register('isSingle')}>Eén keer te geven; daarna staat er ‘Al gegeven’.</Checkbox>
          <Checkbox {...register('isActive')}>Actief: leden zien deze wens.</Checkbox>
        </form>
      </DialogContent>
    </Dialog>
  )
}

interface GiftFieldsProps {
  register: UseFormRegister<GiftForm>
  errors: FieldErrors<GiftForm>
}

function GiftFields({ register, errors }: GiftFieldsProps) {
  const { data: owners = [] } = useQuery(giftOwnersQuery)
  return (
    <>
      <Field label="Naam" error={errors.name?.message}>
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Field label="Omschrijving" error={errors.description?.message} optional>
        <Textarea rows={3} {...register('description')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Prijs in euro" error={errors.price?.message}>
          <Input inputMode="decimal" autoComplete="off" placeholder="24,95" {...register('price')} />
        </Field>
        <Field label="Voor" error={errors.ownerId?.message}>
          {/* The key remounts the field when its options are loaded: a value without its option can't be selected. */}
          <Select key={owners.length} {...register('ownerId')}>
            <option value="">Kies een creator</option>
            {owners.map(({ id, displayName }) => (
              <option key={id} value={id}>
                {displayName}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </>
  )
}
