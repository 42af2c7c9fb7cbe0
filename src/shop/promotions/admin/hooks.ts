import { call } from '../../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import {
  type AdminPromotion,
  changePromotion,
  createPromotion,
  listPromotions,
  removePromotion,
  tryPromotions,
} from './contract.ts'
import type { parsePromotionForm } from './form.rules.ts'

const promotionsKey = ['admin-promotions']

export const promotionsQuery = apiQuery(promotionsKey, listPromotions, {}, { refetchOnMount: 'always' })

const lists = { invalidates: [promotionsKey] }

/** @param promotion null for a new one */
export const useSavePromotion = (promotion: AdminPromotion | null) =>
  useApiMutation(
    (fields: ReturnType<typeof parsePromotionForm>) =>
      promotion
        ? call(changePromotion, { ...fields, promotionId: promotion.id, version: promotion.version })
        : call(createPromotion, fields),
    { ...lists, done: 'Actie opgeslagen', failed: 'Kon de actie niet opslaan', hasFieldErrors: true },
  )

export const useSetPromotionActive = () =>
  useApiMutation(
    ({ promotion, isActive }: { promotion: AdminPromotion; isActive: boolean }) =>
      call(changePromotion, { ...promotion, promotionId: promotion.id, isActive }),
    { alwaysInvalidates: [promotionsKey], failed: 'Kon de actie niet aan- of uitzetten' },
  )

export const useRemovePromotion = () =>
  useApiMutation(removePromotion, {
    ...lists,
    done: 'Actie verwijderd',
    failed: 'Kon de actie niet verwijderen',
  })

export const useTryPromotions = () => useApiMutation(tryPromotions, { failed: 'Uitproberen mislukt' })
