import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Product } from '../products/catalog/contract.ts'
import { productsQueryKey } from '../products/catalog/hooks.ts'
import { call, CallError } from '../../ui/call/call.ts'
import { apiQuery, toastFailure } from '../../ui/call/hooks.ts'
import { announceCartChange } from '../../ui/page/otherTabs.ts'
import { type TrackedEvent, trackEvent } from '../../ui/visitor/trackEvent.ts'
import { CART_COOKIE, readCookie } from '../../wire/cookies.ts'
import { addToCart, type CartItem, readCart, removeCartLine, setCartLine } from './contract.ts'
import { withLineAdded, withLineQuantity } from './rules.ts'

export const cartQuery = apiQuery(['cart'], readCart, {})

const change = ['cart', 'change']
/** The cart before the pending changes. */
const before = ['cart before']

/** While a change is sent, the cart in the cache is ahead of the server's. */
export const isChangingCart = (cache: QueryClient): boolean => cache.isMutating({ mutationKey: change }) > 0

interface CartChange<Input> {
  send: (input: Input) => Promise<unknown>
  /** The optimistic cart: shown at once, and replaced by the server's answer. */
  applyOptimistically: (lines: CartItem[], input: Input) => CartItem[]
  failure: string
  trackedEvent?: (input: Input) => TrackedEvent
}

/** Changes are sent one at a time, in the order in which they were made. */
function useCartChange<Input>({ send, applyOptimistically, failure, trackedEvent }: CartChange<Input>) {
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
      cache.setQueryData(cartQuery.queryKey, applyOptimistically(lines, input))
    },
    onSuccess: (_, input) => trackedEvent && trackEvent(trackedEvent(input)),
    onError: error => {
      toastFailure(failure, error)
      if (isOnly()) cache.setQueryData(cartQuery.queryKey, cache.getQueryData<CartItem[]>(before))
      // The stock that the shop pages show is out of date.
      if (error instanceof CallError && error.code === 'INSUFFICIENT_STOCK') {
        void cache.invalidateQueries({ queryKey: productsQueryKey })
      }
    },
    onSettled: () => {
      // Only the last change refetches: an earlier refetch would undo the optimistic state of a later change.
      if (!isOnly()) return
      void refetchCart(cache)
      announceCartChange()
    },
  })
}

/** Also the first time for a guest, whose cart nothing reads until there is one. */
const refetchCart = (cache: QueryClient): Promise<unknown> =>
  readCookie(document.cookie, CART_COOKIE) === '1'
    ? cache.fetchQuery({ ...cartQuery, staleTime: 0 }).catch(() => undefined)
    : cache.invalidateQueries({ queryKey: cartQuery.queryKey })

export const useAddToCart = () =>
  useCartChange<{ product: Product; quantity: number }>({
    send: ({ product, quantity }) => call(addToCart, { productId: product.id, quantity }),
    applyOptimistically: (lines, { product, quantity }) => withLineAdded(lines, product, quantity),
    failure: 'Kon product niet toevoegen aan winkelwagen',
    trackedEvent: ({ quantity }) => ({ category: 'cart', action: 'add', value: quantity }),
  })

/** Puts a removed line back, which is no new addition for the statistics. */
export const useRestoreCartLine = () =>
  useCartChange<CartItem>({
    send: ({ productId, quantity }) => call(addToCart, { productId, quantity }),
    applyOptimistically: (lines, { productId, product, quantity }) =>
      withLineAdded(lines, { ...product, id: productId }, quantity),
    failure: 'Kon item niet terugzetten',
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
