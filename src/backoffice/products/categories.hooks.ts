import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import { changeCategory, createCategory, removeCategory, type AdminCategory } from './contract.ts'
import { invalidateProducts, toastFailure } from './hooks.ts'

interface CategoryInput {
  name: string
  slug: string
}

/** Adds a category, or gives one that is there another name and address. */
export function useSaveCategory(category: AdminCategory | null) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (named: CategoryInput) =>
      category ? call(changeCategory, { categoryId: category.id, ...named }) : call(createCategory, named),
    onSuccess: async ({ name }) => {
      await invalidateProducts(cache)
      toast({ title: category ? 'Categorie bijgewerkt' : 'Categorie aangemaakt', description: name })
    },
    onError: error =>
      toastFailure(category ? 'Kon categorie niet bijwerken' : 'Kon categorie niet aanmaken', error),
  })
}

export function useRemoveCategory() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id: categoryId }: AdminCategory) => call(removeCategory, { categoryId }),
    onSuccess: async () => {
      await invalidateProducts(cache)
      toast({ title: 'Categorie verwijderd' })
    },
    onError: error => toastFailure('Kon categorie niet verwijderen', error),
  })
}
