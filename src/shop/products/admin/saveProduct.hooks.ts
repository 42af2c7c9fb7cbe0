import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PictureUploads } from '../../pictures/admin/hooks.ts'
import { CallError } from '../../../ui/call/call.ts'
import { showFieldErrors } from '../../../ui/call/formErrors.ts'
import type { AdminProductDetail } from './contract.ts'
import {
  changedFields,
  type FieldDifference,
  compareFields,
  ProductForm,
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

interface ProductEdit {
  /** The product that `mine` was edited from. */
  was: AdminProductDetail
  mine: EditableProduct
  why: StockChangeReason
}

/** An edit by another admin while this form was open. */
export interface ProductEditConflict extends ProductEdit {
  theirs: AdminProductDetail
  differences: FieldDifference[]
}

interface SaveProductOptions {
  form: ProductFormMethods
  pictures: PictureUploads
  /** As it was when the form was opened; null for a new one. */
  product: AdminProductDetail | null
  onAdded: () => void
}

/** Saves a product that is new, or the fields that changed; asks where another admin changed them too. */
export function useSaveProduct({ form, pictures, product, onAdded }: SaveProductOptions) {
  const errors = useServerErrors(form)
  const add = useAddProduct()
  const { base, setBase, conflict, setConflict, saveOver, isPending } = useSaveChanges(form, product, errors)

  const save = async ({ cause, reason, ...filled }: ProductFormOutput): Promise<void> => {
    errors.hide()
    const mine = { ...filled, images: pictures.urls }
    if (base) return saveOver({ was: base, mine, why: { cause, reason } })
    try {
      await add.mutateAsync(mine)
      onAdded()
    } catch (error) {
      errors.show(error)
    }
  }

  /** Saves with the chosen values, and shows them in the form. */
  const choose = async (found: ProductEditConflict, theirFields: EditableField[]): Promise<void> => {
    const { theirs, why } = found
    setConflict(null)
    setBase(theirs)
    const mine = mergeFields(found.was, found.mine, theirs, theirFields)
    form.reset({ ...toProductFormInput(mine), cause: why.cause, reason: why.reason ?? '' })
    if (theirFields.includes('images')) pictures.reset(mine.images)
    await saveOver({ was: theirs, mine, why })
  }

  return {
    base,
    conflict,
    picturesError: errors.ofPictures,
    isPending: add.isPending || isPending,
    save,
    choose,
    /** Closes the dialog and keeps the form; saving asks again. */
    putOff: () => setConflict(null),
  }
}

/** Saves changes over the product that they were made to, and finds another admin's changes in the meantime. */
function useSaveChanges(
  form: ProductFormMethods,
  product: AdminProductDetail | null,
  errors: ReturnType<typeof useServerErrors>,
) {
  const [base, setBase] = useState(product)
  const [conflict, setConflict] = useState<ProductEditConflict | null>(null)
  const change = useChangeProduct()

  const saveOver = async ({ was, mine, why }: ProductEdit): Promise<void> => {
    try {
      const changes = changedFields(was, mine)
      const counted = changes.stock === undefined ? {} : { expectedStock: was.stock, ...why }
      const changed = { productId: was.id, version: was.version, ...changes, ...counted }
      const saved = { ...was, ...(await change.mutateAsync(changed)) }
      setBase(saved)
      form.reset(toProductFormInput(saved))
    } catch (error) {
      if (isEditConflict(error)) await compare({ was, mine, why })
      else errors.show(error)
    }
  }

  const compare = async ({ was, mine, why }: ProductEdit): Promise<void> => {
    try {
      const theirs = await fetchAdminProduct(was.id)
      const differences = compareFields(was, theirs, mine)
      if (differences.length > 0) return setConflict({ was, mine, why, theirs, differences })
      // Both set the same values, or only units were sold: no choice is needed.
      await saveOver({ was: theirs, mine: mergeFields(was, mine, theirs, []), why })
    } catch (error) {
      toastProductFailure('Kon product niet bijwerken', error)
    }
  }

  return { base, setBase, conflict, setConflict, saveOver, isPending: change.isPending }
}

/** Shows the server's messages at their fields; the pictures are not in the form. */
function useServerErrors(form: ProductFormMethods) {
  const [ofPictures, setOfPictures] = useState<string>()
  const show = (error: unknown): void => {
    showFieldErrors(error, ProductForm.keyof().options, form.setError)
    if (!(error instanceof CallError)) return
    setOfPictures(error.fields['images'])
    const field = ({ SKU_TAKEN: 'sku', STOCK_RESERVED: 'stock' } as const)[error.code as string]
    if (field)
      form.setError(field, { type: 'server', message: reservedStockMessage(error) }, { shouldFocus: true })
  }
  return { ofPictures, show, hide: () => setOfPictures(undefined) }
}

const reservedStockMessage = ({ reason, details }: CallError): string =>
  typeof details['reservedStock'] === 'number' ? `${reason} Het zijn er ${details['reservedStock']}.` : reason
