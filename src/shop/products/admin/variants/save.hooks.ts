import { useCallback, useState } from 'react'
import { call, CallError } from '../../../../ui/call/call.ts'
import { toastNotSent } from '../../../../ui/call/formErrors.ts'
import { useApiMutation } from '../../../../ui/call/hooks.ts'
import { productsQueryKey } from '../../catalog/hooks.ts'
import type { InputOf } from '../../../../wire/endpoint.ts'
import type { AdminProductDetail, StockCause } from '../contract.ts'
import { fetchAdminProduct, isEditConflict, toastProductFailure } from '../hooks.ts'
import { setProductVariants } from './contract.ts'
import { changeRow, toVariantGrid, type VariantGridForm } from './grid.rules.ts'
import { compareGrids, type GridDifference, mergeGrids } from './merge.rules.ts'
import { parseVariantGrid } from './request.rules.ts'

/** A change by another admin while this grid was open. */
export interface VariantConflict {
  theirs: AdminProductDetail
  mine: VariantGridForm
  differences: GridDifference[]
}

/** The grid of a product's variants: its edits, and how it is saved; asks where another admin changed the same. */
export function useVariantGrid(product: AdminProductDetail) {
  const [base, setBase] = useState(product)
  const [grid, setGrid] = useState(() => toVariantGrid(product))
  const [why, setWhy] = useState(noReason)
  const [errors, setErrors] = useState<Record<string, string>>({})
  // The same function while the same is stored: rows that did not change are not drawn again.
  const edit = useCallback(
    (change: (grid: VariantGridForm) => VariantGridForm) =>
      setGrid(before => withFirstStock(base, before, change(before))),
    [base],
  )
  const show = (stored: AdminProductDetail, shown = toVariantGrid(stored)) => {
    setBase(stored)
    setGrid(shown)
    setErrors({})
  }
  const saving = useSaveOver({ why, show, setErrors, onSaved: () => setWhy(noReason) })
  const was = toVariantGrid(base)
  return {
    was,
    grid,
    edit,
    why,
    setWhy,
    errors,
    isPending: saving.isPending,
    save: () => void saving.saveOver(base, grid),
    /** As it is stored. */
    restore: () => show(base),
    conflict: saving.conflict,
    /** Saves with theirs for the differences that are named. */
    choose: ({ theirs, mine }: VariantConflict, theirNames: string[]) =>
      void saving.saveMerged(theirs, mergeGrids(was, mine, toVariantGrid(theirs), theirNames)),
    /** Closes the dialog and keeps the grid; saving asks again. */
    putOff: saving.putOff,
  }
}

const noReason: { cause: StockCause; note: string } = { cause: 'COUNTED', note: '' }

interface SaveOverOptions {
  why: typeof noReason
  /** Shows what is stored, or a grid over it. */
  show: (stored: AdminProductDetail, grid?: VariantGridForm) => void
  setErrors: (errors: Record<string, string>) => void
  onSaved: () => void
}

/** Saves a grid over the product that it was made of, and finds another admin's changes in the meantime. */
function useSaveOver({ why, show, setErrors, onSaved }: SaveOverOptions) {
  const [conflict, setConflict] = useState<VariantConflict | null>(null)
  const saving = useSaveVariants()

  const saveOver = async (over: AdminProductDetail, mine: VariantGridForm): Promise<void> => {
    try {
      const { setProductVariants: whole } = await import('./contract.ts')
      const parsed = parseVariantGrid(whole.input, over, toVariantGrid(over), mine, why)
      setErrors('errors' in parsed ? parsed.errors : {})
      if ('errors' in parsed) return
      show(await saving.mutateAsync(parsed.request))
      onSaved()
    } catch (error) {
      if (isEditConflict(error)) await compare(over, mine)
      else if (error instanceof CallError) setErrors(error.fields)
      else toastNotSent()
    }
  }
  const saveMerged = async (theirs: AdminProductDetail, merged: VariantGridForm): Promise<void> => {
    setConflict(null)
    show(theirs, merged)
    await saveOver(theirs, merged)
  }
  const compare = async (over: AdminProductDetail, mine: VariantGridForm): Promise<void> => {
    try {
      const theirs = await fetchAdminProduct(over.id)
      const [before, now] = [toVariantGrid(over), toVariantGrid(theirs)]
      const differences = compareGrids(before, now, mine)
      if (differences.length > 0) return setConflict({ theirs, mine, differences })
      // Both set the same values, or only units were sold: no choice is needed.
      await saveMerged(theirs, mergeGrids(before, mine, now, []))
    } catch (error) {
      toastProductFailure('Kon varianten niet opslaan', error)
    }
  }
  return { conflict, saveOver, saveMerged, putOff: () => setConflict(null), isPending: saving.isPending }
}

/** The first of the first variants starts with the stock that the product itself has. */
function withFirstStock(
  { stock, variants }: AdminProductDetail,
  before: VariantGridForm,
  after: VariantGridForm,
): VariantGridForm {
  const [first] = after.rows
  if (variants !== undefined || before.rows.length > 0 || !first) return after
  return changeRow(after, first.key, { stock: String(stock) })
}

/** Saves a grid and reads the result; an edit conflict is left to the caller, without a toast. */
const useSaveVariants = () =>
  useApiMutation(
    async (grid: InputOf<typeof setProductVariants>) => {
      await call(setProductVariants, grid)
      return fetchAdminProduct(grid.productId)
    },
    {
      invalidates: [['adminProducts'], productsQueryKey],
      done: ({ name }) => ({ title: 'Varianten bewaard', description: name }),
      onError: error => {
        if (!isEditConflict(error)) toastProductFailure('Kon varianten niet opslaan', error)
      },
    },
  )
