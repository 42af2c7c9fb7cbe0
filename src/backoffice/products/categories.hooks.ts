import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'
import { toast } from '../../ui/parts/toast.ts'
import { changeCategory, createCategory, removeCategory, type ShelvedCategory } from './contract.ts'
import { refreshShelf, sayFailed } from './hooks.ts'

interface Named {
  name: string
  slug: string
}

/** Adds a category, or gives one that is there another name and address. */
export function useSaveCategory(category: ShelvedCategory | null) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (named: Named) =>
      category ? call(changeCategory, { categoryId: category.id, ...named }) : call(createCategory, named),
    onSuccess: async ({ name }) => {
      await refreshShelf(cache)
      toast({ title: category ? 'Categorie bijgewerkt' : 'Categorie aangemaakt', description: name })
    },
    onError: error =>
      sayFailed(category ? 'Kon categorie niet bijwerken' : 'Kon categorie niet aanmaken', error),
  })
}

export function useRemoveCategory() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id: categoryId }: ShelvedCategory) => call(removeCategory, { categoryId }),
    onSuccess: async () => {
      await refreshShelf(cache)
      toast({ title: 'Categorie verwijderd' })
    },
    onError: error => sayFailed('Kon categorie niet verwijderen', error),
  })
}
