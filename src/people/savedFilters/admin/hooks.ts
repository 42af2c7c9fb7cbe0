import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { undoableToast } from '../../../ui/dialogs/toast.ts'
import { listSavedFilters, removeFilter, renameFilter, type SavedFilter, saveFilter } from './contract.ts'

const savedFiltersKey = ['admin', 'saved-filters'] as const

export const savedFiltersQuery = apiQuery(savedFiltersKey, listSavedFilters, {})

export const useSaveFilter = () =>
  useApiMutation(saveFilter, {
    invalidates: [savedFiltersKey],
    failed: 'Het filter is niet bewaard',
    hasFieldErrors: true,
  })

export const useRenameFilter = () =>
  useApiMutation(renameFilter, {
    alwaysInvalidates: [savedFiltersKey],
    failed: 'Het filter heeft nog zijn oude naam',
    hasFieldErrors: true,
  })

/** Removes a filter at once; the toast brings it back. */
export function useRemoveFilter({ id, list, name, query }: SavedFilter) {
  const restore = useSaveFilter()
  const remove = useApiMutation(removeFilter, {
    alwaysInvalidates: [savedFiltersKey],
    done: () => undoableToast(`Filter ‘${name}’ verwijderd`, () => restore.mutate({ list, name, query })),
    failed: 'Het filter is niet verwijderd',
  })
  return () => remove.mutate({ filterId: id })
}
