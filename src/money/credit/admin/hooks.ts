import { z } from 'zod'
import { call } from '../../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import type { InputOf } from '../../../wire/endpoint.ts'
import { formatCents } from '../../../wire/money.ts'
import { GiftCardState } from '../contract.ts'
import {
  blockGiftCard,
  changeUserCredit,
  createGiftCard,
  listGiftCards,
  readGiftCard,
  readUserCredit,
  resendGiftCard,
  unblockGiftCard,
} from './contract.ts'

const GiftCardListQuery = z.object({ ...urlFields, state: GiftCardState.or(z.literal('')).catch('') })
export type GiftCardListQuery = z.output<typeof GiftCardListQuery>

export const giftCardListUrl = createListUrl('/admin/gift-cards', GiftCardListQuery)

const cardsKey = ['admin', 'gift-cards']
const fresh = { refetchOnMount: 'always' } as const

export const giftCardsQuery = ({ state, ...query }: GiftCardListQuery) =>
  apiQuery(
    [...cardsKey, 'list', { ...query, state }],
    listGiftCards,
    { ...query, ...(state !== '' && { state }) },
    fresh,
  )

export const giftCardQuery = (cardId: string) =>
  apiQuery([...cardsKey, 'one', cardId], readGiftCard, { cardId }, fresh)

const changed = { alwaysInvalidates: [cardsKey] }

interface Repeatable<Input> {
  input: Input
  idempotencyKey: string
}

export const useCreateGiftCard = () =>
  useApiMutation(
    ({ input, idempotencyKey }: Repeatable<InputOf<typeof createGiftCard>>) =>
      call(createGiftCard, input, { idempotencyKey }),
    {
      ...changed,
      done: ({ value, recipientEmail }) => ({
        title: 'Cadeaubon gegeven',
        description: `${formatCents(value)} is onderweg naar ${recipientEmail ?? 'de ontvanger'}.`,
      }),
      failed: 'Kon de cadeaubon niet geven',
      hasFieldErrors: true,
    },
  )

/** @param isBlocked whether it is now: then it is unblocked */
export const useToggleGiftCard = (isBlocked: boolean) =>
  useApiMutation(isBlocked ? unblockGiftCard : blockGiftCard, {
    ...changed,
    done: isBlocked ? 'De bon kan weer besteed worden' : 'De bon is geblokkeerd',
    failed: isBlocked ? 'Kon de bon niet vrijgeven' : 'Kon de bon niet blokkeren',
    hasFieldErrors: true,
  })

export const useResendGiftCard = () =>
  useApiMutation(resendGiftCard, { ...changed, done: 'De cadeaubon is onderweg', failed: 'Niet verstuurd' })

const creditKey = (userId: string) => ['customers', userId, 'credit']

export const userCreditQuery = (userId: string) =>
  apiQuery(creditKey(userId), readUserCredit, { userId }, fresh)

export const useChangeUserCredit = () =>
  useApiMutation(
    ({ input, idempotencyKey }: Repeatable<InputOf<typeof changeUserCredit>>) =>
      call(changeUserCredit, input, { idempotencyKey }),
    {
      alwaysInvalidates: [['customers']],
      done: ({ balance }) => ({
        title: 'Tegoed aangepast',
        description: `Het tegoed is nu ${formatCents(balance)}.`,
      }),
      failed: 'Niet aangepast',
      hasFieldErrors: true,
    },
  )
