import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { call } from '../../ui/call/call.ts'
import { type CreditChoice, toCreditFields } from '../../money/credit/choice.rules.ts'
import type { CartItem } from '../cart/contract.ts'
import { isOptimisticLine } from '../cart/rules.ts'
import { quoteCart } from './contract.ts'
import { isLostCode } from './refusal.rules.ts'

export const quoteKey = ['quote']
const noCredit: CreditChoice = { giftCards: [], useStoreCredit: false }

const StoredCodes = z.object({ userId: z.string(), codes: z.array(z.string()) })
type StoredCodes = z.output<typeof StoredCodes>

const STORAGE_KEY = 'gloed:codes'
const noCodes: string[] = []
const listeners = new Set<() => void>()
let stored: StoredCodes | null | undefined

function readCodes(userId: string): string[] {
  try {
    stored ??= StoredCodes.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')).data ?? null
  } catch {
    stored = null
  }
  return stored?.userId === userId ? stored.codes : noCodes
}

function storeCodes(userId: string, codes: string[]): void {
  stored = { userId, codes }
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored))
  } catch {
    // Without storage they last until the page is left.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The codes of this browser tab, the same in the cart and in the checkout; used only for the same user. */
export function usePromotionCodes(userId: string) {
  const cache = useQueryClient()
  const codes = useSyncExternalStore(
    subscribe,
    () => readCodes(userId),
    () => noCodes,
  )
  return {
    codes,
    add: (code: string) => storeCodes(userId, [...new Set([...readCodes(userId), code])]),
    remove: (gone: readonly string[]) => {
      storeCodes(
        userId,
        readCodes(userId).filter(code => !gone.includes(code)),
      )
      void cache.invalidateQueries({ queryKey: quoteKey })
    },
  }
}

const toItems = (lines: CartItem[]) => lines.map(({ productId, quantity }) => ({ productId, quantity }))

/**
 * The price of the cart with these codes, as the server counts it. While it is counted again, the answer before stays; without any, the
 * screens count without promotions.
 */
export function useQuote(
  userId: string,
  lines: CartItem[],
  codes: string[],
  hasTracking: boolean,
  credit: CreditChoice = noCredit,
  country?: string,
  vatNumber?: string,
) {
  const items = toItems(lines)
  // Another price or tracking price is another answer.
  const prices = lines.map(({ product }) => product.price)
  const creditInput = toCreditFields(credit)
  const { data, isPlaceholderData, isFetching, isError } = useQuery({
    queryKey: [...quoteKey, userId, items, prices, codes, hasTracking, creditInput, country, vatNumber],
    queryFn: ({ signal }) =>
      call(
        quoteCart,
        { items, codes, hasTracking, country, ...creditInput, ...(vatNumber && { business: { vatNumber } }) },
        { signal },
      ),
    enabled: items.length > 0 && !lines.some(isOptimisticLine),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
  const isCurrent = data !== undefined && !isPlaceholderData && !isFetching
  return { quote: data, isCurrent, isFetching, isError }
}

/** Tries a code on the cart, and keeps it when it may give something. */
export function useApplyCode(userId: string, lines: CartItem[], onApplied: () => void) {
  const { codes, add } = usePromotionCodes(userId)
  return useMutation({
    mutationFn: async (typed: string) => {
      const code = typed.replace(/\s/g, '').toUpperCase()
      const { refused } = await call(quoteCart, { items: toItems(lines), codes: [...codes, code] })
      return { code, refusal: refused.find(each => each.code === code && isLostCode(each)) ?? null }
    },
    onSuccess: ({ code, refusal }) => {
      if (refusal) return
      add(code)
      onApplied()
    },
  })
}
