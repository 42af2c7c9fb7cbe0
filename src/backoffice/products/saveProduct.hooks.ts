import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PictureUploads } from '../../shop/pictures/hooks.ts'
import { CallError } from '../../ui/call.ts'
import { showFieldErrors } from '../../ui/formErrors.ts'
import type { AdminProductDetail, AdminProduct } from './contract.ts'
import {
  changedFields,
  type FieldDifference,
  compareFields,
  type ProductFormInput,
  toProductFormInput,
  type EditableField,
  type ProductFormOutput,
  type EditableProduct,
  type StockChangeReason,
  mergeFields,
} from './productForm.rules.ts'
import {
  isEditConflict,
  fetchAdminProduct,
  toastProductFailure,
  useAddProduct,
  useChangeProduct,
} from './hooks.ts'

export type ProductFormMethods = UseFormReturn<ProductFormInput, unknown, ProductFormOutput>

/** An edit by another admin while this form was open. */
export interface ProductEditConflict {
  was: AdminProductDetail
  theirs: AdminProductDetail
  mine: EditableProduct
  why: StockChangeReason
  differences: FieldDifference[]
}

interface SaveProductOptions {
  form: ProductFormMethods
  pictures: PictureUploads
  /** As it was when the form was opened; null for a new one. */
  product: AdminProductDetail | null
  onAdded: () => void
}

/** Saves the fields that changed, and asks where another admin changed them too. */
export function useSaveProduct({ form, pictures, product, onAdded }: SaveProductOptions) {
  const [base, setBase] = useState(product)
  const [conflict, setConflict] = useState<ProductEditConflict | null>(null)
  const [picturesError, setPicturesError] = useState<string>()
  const add = useAddProduct()
  const change = useChangeProduct()

  const showErrors = (error: unknown) => {
    showFieldErrors(error, formFields, form.setError)
    if (!(error instanceof CallError)) return
    setPicturesError(error.fields['images'])
    const field = ({ SKU_TAKEN: 'sku', STOCK_RESERVED: 'stock' } as const)[error.code as string]
    if (field)
      form.setError(field, { type: 'server', message: reservedStockMessage(error) }, { shouldFocus: true })
  }

  /** @param was the product that `mine` was edited from */
  const saveOver = async (was: AdminProductDetail, mine: EditableProduct, why: StockChangeReason) => {
    try {
      const changes = changedFields(was, mine)
      const counted = changes.stock === undefined ? {} : { expectedStock: was.stock, ...why }
      const saved = await change.mutateAsync({
        productId: was.id,
        version: was.version,
        ...changes,
        ...counted,
      })
      accept({ ...was, ...saved })
    } catch (error) {
      if (!isEditConflict(error)) return showErrors(error)
      await compare(was, mine, why)
    }
  }

  const accept = (saved: AdminProduct & AdminProductDetail) => {
    setBase(saved)
    form.reset(toProductFormInput(saved))
  }

  const compare = async (was: AdminProductDetail, mine: EditableProduct, why: StockChangeReason) => {
    try {
      const theirs = await fetchAdminProduct(was.id)
      const differences = compareFields(was, theirs, mine)
      // Both set the same values, or only units were sold: no choice is needed.
      if (differences.length === 0) return await saveOver(theirs, mergeFields(was, mine, theirs, []), why)
      setConflict({ was, theirs, mine, why, differences })
    } catch (error) {
      toastProductFailure('Kon product niet bijwerken', error)
    }
  }

  return {
    base,
    conflict,
    picturesError,
    isPending: add.isPending || change.isPending,
    save: async ({ cause, reason, ...filled }: ProductFormOutput): Promise<void> => {
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
    /** Saves with the chosen values, and shows them in the form. */
    choose: async (
      { was, theirs, mine, why }: ProductEditConflict,
      theirFields: EditableField[],
    ): Promise<void> => {
      setConflict(null)
      setBase(theirs)
      const chosen = mergeFields(was, mine, theirs, theirFields)
      form.reset({ ...toProductFormInput(chosen), cause: why.cause, reason: why.reason ?? '' })
      if (theirFields.includes('images')) pictures.reset(chosen.images)
      await saveOver(theirs, chosen, why)
    },
    /** Closes the dialog and keeps the form; saving asks again. */
    putOff: () => setConflict(null),
  }
}

const formFields = [
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

const reservedStockMessage = ({ reason, details }: CallError): string =>
  typeof details['reservedStock'] === 'number' ? `${reason} Het zijn er ${details['reservedStock']}.` : reason
