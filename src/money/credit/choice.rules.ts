import type { CreditPayment } from './contract.ts'

/** The credit that a customer wants to pay with before the rest goes to the provider, as a request says it. */
export interface CreditInput {
  /** Normalised codes, in the order in which they were given. */
  giftCards?: readonly string[] | undefined
  useStoreCredit?: boolean | undefined
}

/** The same, as the browser keeps it. */
export interface CreditChoice {
  giftCards: readonly string[]
  useStoreCredit: boolean
}

export const usesCredit = ({ giftCards = [], useStoreCredit = false }: CreditInput): boolean =>
  useStoreCredit || giftCards.length > 0

/** The fields of a summary; none when nothing is used. */
export const toCreditFields = (choice: CreditChoice) =>
  usesCredit(choice) && { giftCards: [...choice.giftCards], useStoreCredit: choice.useStoreCredit }

/** The fields of a purchase. @param choice.due the amount for the provider as it was shown, in cents */
export const toCreditInput = ({ giftCards, useStoreCredit, due }: CreditChoice & { due: number }) => ({
  giftCards: [...giftCards],
  useStoreCredit,
  expectedDue: due,
})

/** A card whose balance is known, in cents. */
export interface KnownCard {
  code: string
  lastFour: string
  balance: number
}

/**
 * The amounts that cards and store credit pay of a purchase, as the server will do it: cards in their order, then store credit, each
 * no more than is left. Only shown: the server decides.
 * @param total cents
 * @param storeCredit cents to use; 0 when it is not wanted
 */
export function splitPurchase(
  total: number,
  cards: readonly KnownCard[],
  storeCredit: number,
): { due: number; creditPayments: CreditPayment[]; useless: string[] } {
  const creditPayments: CreditPayment[] = []
  const useless: string[] = []
  let due = total
  for (const { code, lastFour, balance } of cards) {
    const amount = Math.min(balance, due)
    due -= amount
    if (amount > 0) creditPayments.push({ kind: 'GIFT_CARD', lastFour, amount })
    else useless.push(code)
  }
  const amount = Math.min(storeCredit, due)
  if (amount > 0) creditPayments.push({ kind: 'STORE_CREDIT', amount })
  return { due: due - amount, creditPayments, useless }
}

/** The end of a code, as everything but the card itself shows it. */
export const lastFourOf = (code: string): string => code.slice(-4)
