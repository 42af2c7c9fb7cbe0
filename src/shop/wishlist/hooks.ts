import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useUser } from '../../people/accounts/hooks.ts'
import type { Product } from '../products/catalog/contract.ts'
import { call } from '../../ui/call/call.ts'
import { apiQuery, toastFailure } from '../../ui/call/hooks.ts'
import { addToWishlist, readWishlist, removeFromWishlist, type WishlistItem } from './contract.ts'
import { withoutWishlistProduct, withWishlistItem, withProductAdded } from './rules.ts'

export const wishlistQuery = apiQuery(['wishlist'], readWishlist, {})

/** The wishlist of the signed-in user; empty, without a request, when there is no session. */
export function useWishlist(): WishlistItem[] {
  const user = useUser()
  const { data } = useQuery({ ...wishlistQuery, enabled: user !== null })
  return (user && data) ?? []
}

const change = ['wishlist', 'change']

interface WishlistChange<Input, Answer> {
  send: (input: Input) => Promise<Answer>
  /** The optimistic list, shown at once. */
  applyOptimistically: (wishes: WishlistItem[], input: Input) => WishlistItem[]
  confirm: (wishes: WishlistItem[], answer: Answer) => WishlistItem[]
  /** Undoes only this change: others may be pending. */
  undo: (wishes: WishlistItem[], input: Input) => WishlistItem[]
  failure: string
}

/** Changes are sent one at a time, in the order in which they were made. */
function useWishlistChange<Input, Answer>({
  send,
  applyOptimistically,
  confirm,
  undo,
  failure,
}: WishlistChange<Input, Answer>) {
  const cache = useQueryClient()
  const show = (next: (wishes: WishlistItem[]) => WishlistItem[]) =>
    cache.setQueryData(wishlistQuery.queryKey, wishes => wishes && next(wishes))
  return useMutation({
    mutationKey: change,
    scope: { id: 'wishlist' },
    mutationFn: send,
    onMutate: async (input: Input) => {
      // Only when the list is loaded: cancels a running fetch, and refetches at the end.
      await cache.cancelQueries({ queryKey: wishlistQuery.queryKey })
      show(wishes => applyOptimistically(wishes, input))
    },
    onSuccess: answer => void show(wishes => confirm(wishes, answer)),
    onError: (error, input) => {
      toastFailure(failure, error)
      show(wishes => undo(wishes, input))
    },
    onSettled: () => {
      if (cache.isMutating({ mutationKey: change }) > 1) return
      void cache.invalidateQueries({ queryKey: wishlistQuery.queryKey })
    },
  })
}

export const useAddToWishlist = () =>
  useWishlistChange({
    send: (product: Product) => call(addToWishlist, { productId: product.id }),
    applyOptimistically: (wishes, product) => withProductAdded(wishes, product, new Date()),
    confirm: withWishlistItem,
    undo: (wishes, product) => withoutWishlistProduct(wishes, product.id),
    failure: 'Kon product niet toevoegen aan verlanglijst',
  })

export const useRemoveFromWishlist = () =>
  useWishlistChange({
    send: (wish: WishlistItem) => call(removeFromWishlist, { itemId: wish.id }),
    applyOptimistically: (wishes, wish) => withoutWishlistProduct(wishes, wish.productId),
    confirm: wishes => wishes,
    undo: withWishlistItem,
    failure: 'Kon product niet verwijderen van verlanglijst',
  })
