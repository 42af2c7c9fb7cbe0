import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, userMessageOf } from '../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { type KnownCard, splitPurchase } from './choice.rules.ts'
import { noCredit, useCreditChoice } from './choice.hooks.ts'
import { isGiftCardCode } from './giftCards/code.rules.ts'
import { checkGiftCard, readStoreCredit, sendGiftCard } from './contract.ts'

export const creditKey = ['credit'] as const

/** Entries of a page, as the server gives them. */
export const CREDIT_PAGE_SIZE = 20

/** Never from the cache alone: it changes with orders and refunds. */
export const storeCreditQuery = (page: number) =>
  apiQuery([...creditKey, page], readStoreCredit, { page }, { refetchOnMount: 'always' })

/** A page of the entries; the one before stays until it is there. */
export const useStoreCredit = (page: number) =>
  useQuery({ ...storeCreditQuery(page), placeholderData: keepPreviousData })

const cardKey = ['gift-card'] as const

/** The queries that a purchase changes: one's own credit, and the balance of cards. */
export const spentKeys = [creditKey, cardKey]

/** The balance of a card. The code is in the body of the call, and in no address. */
const giftCardQuery = (code: string) =>
  queryOptions({
    queryKey: [...cardKey, code],
    queryFn: ({ signal }) => call(checkGiftCard, { code }, { signal }),
    staleTime: 10_000,
    // A code is not kept long after a screen has shown it.
    gcTime: 60_000,
  })

/** Said without asking the server: a mistyped code would count as a guess. */
const mistypedMessage = 'Deze code klopt niet. Controleer of je alle 16 tekens goed hebt overgenomen.'

/** Reads a card by its code as it was typed. @throws Error with a message for the user when it can't be a code */
export const useCheckGiftCard = (onKnown?: (card: KnownCard & { expiresAt: string }) => void) => {
  const cache = useQueryClient()
  const check = useMutation({
    mutationFn: async (typed: string) => {
      // With its schemas, which no page waits for.
      const { normaliseGiftCardCode } = await import('./contract.ts')
      const code = normaliseGiftCardCode(typed)
      if (!isGiftCardCode(code)) return { code, refusal: mistypedMessage }
      return { code, refusal: null, ...(await cache.fetchQuery(giftCardQuery(code))) }
    },
    onSuccess: card => {
      if (card.refusal === null) onKnown?.(card)
    },
  })
  const message = check.error ? userMessageOf(check.error) : (check.data?.refusal ?? undefined)
  const card = check.data?.refusal === null ? check.data : null
  return { check: check.mutate, isPending: check.isPending, card, message, reset: check.reset }
}

/**
 * The amounts that the chosen cards and store credit pay of something that costs `total` cents, worked out in the browser.
 * @param isPayable false when credit can't pay for it: none is used then
 */
export function usePurchaseSplit(userId: string, total: number, isPayable = true) {
  const chosen = useCreditChoice(userId)
  const { choice } = isPayable ? chosen : { choice: noCredit }
  const { data: credit } = useQuery(storeCreditQuery(1))
  const cards = useQueries({
    queries: choice.giftCards.map(giftCardQuery),
  })
  const known = choice.giftCards.flatMap((code, index) => {
    const found = cards[index]?.data
    return found ? [{ code, ...found }] : []
  })
  const storeCredit = credit?.balance ?? 0
  const split = splitPurchase(total, known, choice.useStoreCredit ? storeCredit : 0)
  const failed = choice.giftCards.flatMap((code, index) => {
    const error = cards[index]?.error
    return error ? [{ code, message: userMessageOf(error) }] : []
  })
  const useless = split.useless.map(code => ({
    code,
    message: 'Deze cadeaubon is niet nodig: alles is al betaald.',
  }))
  return {
    choice,
    storeCredit,
    due: split.due,
    creditPayments: split.creditPayments,
    refusedCards: [...failed, ...(total > 0 ? useless : [])],
    isCounting: cards.some(({ isFetching }) => isFetching),
  }
}

/** Mails a card that one bought again, or to another address or day. @param orderKey the query of its order */
export const useSendGiftCard = (orderKey: readonly unknown[]) =>
  useApiMutation(sendGiftCard, {
    alwaysInvalidates: [orderKey],
    done: { title: 'De cadeaubon is onderweg', description: 'Hij komt per mail, op de dag die je koos.' },
    failed: 'Kon de cadeaubon niet versturen',
    hasFieldErrors: true,
  })
