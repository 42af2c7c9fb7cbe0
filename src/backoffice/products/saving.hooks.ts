import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PictureUploads } from '../../shop/pictures/hooks.ts'
import { CallError } from '../../ui/call.ts'
import { showFieldErrors } from '../../ui/form.ts'
import type { ProductDetail, ShelvedProduct } from './contract.ts'
import {
  changesIn,
  type Difference,
  differencesOf,
  type Draft,
  draftOf,
  type FieldName,
  type Filled,
  type Kept,
  type Why,
  yielded,
} from './draft.rules.ts'
import { isOvertaken, readNow, sayFailed, useAddProduct, useChangeProduct } from './hooks.ts'

export type ProductForm = UseFormReturn<Draft, unknown, Filled>

/** What someone else made of the product while this form was open. */
export interface Conflict {
  was: ProductDetail
  theirs: ProductDetail
  mine: Kept
  why: Why
  differences: Difference[]
}

interface SavingProps {
  form: ProductForm
  pictures: PictureUploads
  /** As it was when the form was opened; null for a new one. */
  product: ProductDetail | null
  onAdded: () => void
}

/** Saves what is in the form: only what changed, and not over what someone else changed since. */
export function useSaving({ form, pictures, product, onAdded }: SavingProps) {
  const [base, setBase] = useState(product)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [picturesError, setPicturesError] = useState<string>()
  const add = useAddProduct()
  const change = useChangeProduct()

  const showErrors = (error: unknown) => {
    showFieldErrors(error, fieldsOfForm, form.setError)
    if (!(error instanceof CallError)) return
    setPicturesError(error.fields['images'])
    const field = ({ SKU_TAKEN: 'sku', STOCK_RESERVED: 'stock' } as const)[error.code as string]
    if (field) form.setError(field, { type: 'server', message: heldBack(error) }, { shouldFocus: true })
  }

  /** @param was the product that `mine` is a change of */
  const saveOver = async (was: ProductDetail, mine: Kept, why: Why): Promise<void> => {
    try {
      const changes = changesIn(was, mine)
      const counted = changes.stock === undefined ? {} : { expectedStock: was.stock, ...why }
      const saved = await change.mutateAsync({
        productId: was.id,
        version: was.version,
        ...changes,
        ...counted,
      })
      accept({ ...was, ...saved })
    } catch (error) {
      if (!isOvertaken(error)) return showErrors(error)
      await compare(was, mine, why)
    }
  }

  const accept = (saved: ShelvedProduct & ProductDetail) => {
    setBase(saved)
    form.reset(draftOf(saved))
  }

  const compare = async (was: ProductDetail, mine: Kept, why: Why): Promise<void> => {
    try {
      const theirs = await readNow(was.id)
      const differences = differencesOf(was, theirs, mine)
      // Both did the same, or someone only bought some: there is nothing to choose.
      if (differences.length === 0) return await saveOver(theirs, yielded(was, mine, theirs, []), why)
      setConflict({ was, theirs, mine, why, differences })
    } catch (error) {
      sayFailed('Kon product niet bijwerken', error)
    }
  }

  return {
    base,
    conflict,
    picturesError,
    isPending: add.isPending || change.isPending,
    save: async ({ cause, reason, ...filled }: Filled): Promise<void> => {
      setPicturesError(undefined)
      const mine = { ...filled, images: pictures.urls }
      if (base) return saveOver(base, mine, { cause, reason })
      try {
        await add.mutateAsync(mine)
        onAdded()
      } catch (error) {
        showErrors(error)
      }
    },
    /** Goes on with what was chosen; the form shows it too. */
    choose: async ({ was, theirs, mine, why }: Conflict, given: FieldName[]): Promise<void> => {
      setConflict(null)
      setBase(theirs)
      const chosen = yielded(was, mine, theirs, given)
      form.reset({ ...draftOf(chosen), cause: why.cause, reason: why.reason ?? '' })
      if (given.includes('images')) pictures.reset(chosen.images)
      await saveOver(theirs, chosen, why)
    },
    /** Back to the form, as it was typed; saving it asks again. */
    putOff: () => setConflict(null),
  }
}

const fieldsOfForm = [
  'name',
  'sku',
  'description',
  'price',
  'categoryId',
  'stock',
  'shippingCost',
  'weight',
  'length',
  'width',
  'height',
  'cause',
  'reason',
] as const

const heldBack = ({ reason, details }: CallError): string =>
  typeof details['reservedStock'] === 'number' ? `${reason} Het zijn er ${details['reservedStock']}.` : reason
