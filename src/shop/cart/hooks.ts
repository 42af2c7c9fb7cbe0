import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Product } from '../catalog/contract.ts'
import { productsQueryKey } from '../catalog/hooks.ts'
import { call, CallError, userMessageOf } from '../../ui/call.ts'
import { type TrackedEvent, trackEvent } from '../../ui/trackEvent.ts'
import { toast } from '../../ui/components/toast.ts'
import { addToCart, type CartItem, readCart, removeCartLine, setCartLine } from './contract.ts'
import { withLineAdded, withLineQuantity } from './rules.ts'

export const cartQuery = queryOptions({
  queryKey: ['cart'],
  queryFn: ({ signal }) => call(readCart, {}, { signal }),
})

const change = ['cart', 'change']
/** The cart as it was before the changes that are under way. */
const before = ['cart before']

interface CartChange<Input> {
  send: (input: Input) => Promise<unknown>
  /** The cart as it will be when all goes well; shown at once, and put right by the server's answer. */
  applyOptimistically: (lines: CartItem[], input: Input) => CartItem[]
  /** What the toast says when it does not. */
  failure: string
  /** What the statistics are told of it. */
  trackedEvent?: (input: Input) => TrackedEvent
}

/** Changes go to the server one after the other, in the order in which they were made. */
function useCartChange<Input>({
  send,
  applyOptimistically: expect,
  failure,
  trackedEvent: happening,
}: CartChange<Input>) {
  const cache = useQueryClient()
  const isOnly = () => cache.isMutating({ mutationKey: change }) === 1
  return useMutation({
    mutationKey: change,
    scope: { id: 'cart' },
    mutationFn: send,
    onMutate: async (input: Input) => {
      const isFirst = isOnly()
      await cache.cancelQueries({ queryKey: cartQuery.queryKey })
      const lines = cache.getQueryData(cartQuery.queryKey) ?? []
      if (isFirst) cache.setQueryData(before, lines)
      cache.setQueryData(cartQuery.queryKey, expect(lines, input))
    },
    onSuccess: (_, input) => happening && trackEvent(happening(input)),
    onError: error => {
      toast({ title: failure, description: userMessageOf(error), variant: 'destructive' })
      if (isOnly()) cache.setQueryData(cartQuery.queryKey, cache.getQueryData<CartItem[]>(before))
      // What the shop shows as in stock was no longer true.
      if (error instanceof CallError && error.code === 'INSUFFICIENT_STOCK') {
        void cache.invalidateQueries({ queryKey: productsQueryKey })
      }
    },
    onSettled: () => {
      // The last one asks how the cart is now; an earlier answer would undo what is shown for a later change.
      if (isOnly()) void cache.invalidateQueries({ queryKey: cartQuery.queryKey })
    },
  })
}

export const useAddToCart = () =>
  useCartChange<{ product: Product; quantity: number }>({
    send: ({ product, quantity }) => call(addToCart, { productId: product.id, quantity }),
    applyOptimistically: (lines, { product, quantity }) => withLineAdded(lines, product, quantity),
    failure: 'Kon product niet toevoegen aan winkelwagen',
    trackedEvent: ({ quantity }) => ({ category: 'cart', action: 'add', value: quantity }),
  })

export const useSetCartLineQuantity = () =>
  useCartChange<{ itemId: string; quantity: number }>({
    send: input => call(setCartLine, input),
    applyOptimistically: (lines, { itemId, quantity }) => withLineQuantity(lines, itemId, quantity),
    failure: 'Kon hoeveelheid niet bijwerken',
  })

export const useRemoveCartLine = () =>
  useCartChange<{ itemId: string }>({
    send: input => call(removeCartLine, input),
    applyOptimistically: (lines, { itemId }) => withLineQuantity(lines, itemId, 0),
    failure: 'Kon item niet verwijderen',
  })
