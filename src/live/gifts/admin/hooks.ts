import { z } from 'zod'
import { call } from '../../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { newIdempotencyKey } from '../../../ui/call/idempotencyKey.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import {
  type AdminGiftPurchase,
  type NewGift,
  reorderGifts,
  changeGift,
  createGift,
  listAllGifts,
  listGiftOwners,
  listGiftPurchases,
  refundGiftPurchase,
  removeGift,
  uploadGiftPicture,
} from './contract.ts'
import { GiftPurchaseStatus } from '../contract.ts'

const GiftPurchaseListQuery = z.object({
  status: GiftPurchaseStatus.optional().catch(undefined),
  giftId: z.guid().optional().catch(undefined),
  page: urlFields.page,
})
export type GiftPurchaseListQuery = z.output<typeof GiftPurchaseListQuery>

export const giftPurchaseListAddress = createListUrl('/admin/gifts', GiftPurchaseListQuery)

export const allGiftsQuery = apiQuery(['admin-gifts', 'list'], listAllGifts, {}, { refetchOnMount: 'always' })

export const giftOwnersQuery = apiQuery(['admin-gifts', 'owners'], listGiftOwners, {})

export const giftPurchasesQuery = (look: GiftPurchaseListQuery) =>
  apiQuery(['admin-gifts', 'purchases', look], listGiftPurchases, look, { refetchOnMount: 'always' })

const lists = { invalidates: [['admin-gifts'], ['gifts']] }

interface GiftSave {
  /** Of an existing gift. */
  giftId: string | null
  draft: NewGift
  picture: File | null
  /** Called as soon as the gift exists, so that a retry after a refused picture does not create a second one. */
  onSaved: (giftId: string) => void
}

export const useSaveGift = () =>
  useApiMutation(
    async ({ giftId, draft, picture, onSaved }: GiftSave) => {
      const { id } = await (giftId ? call(changeGift, { giftId, ...draft }) : call(createGift, draft))
      onSaved(id)
      if (!picture) return
      const form = new FormData()
      form.append('picture', picture, picture.name)
      await call(uploadGiftPicture, { giftId: id }, { form })
    },
    { ...lists, done: 'Wens opgeslagen', failed: 'Kon de wens niet opslaan' },
  )

export const useSetGiftActive = () =>
  useApiMutation((change: { giftId: string; isActive: boolean }) => call(changeGift, change), {
    ...lists,
    failed: 'Kon de wens niet aan- of uitzetten',
  })

export const useRemoveGift = () =>
  useApiMutation(removeGift, { ...lists, done: 'Wens verwijderd', failed: 'Kon de wens niet verwijderen' })

export const useReorderGifts = () =>
  useApiMutation(reorderGifts, { ...lists, failed: 'Kon de volgorde niet wijzigen' })

export const useRefundGiftPurchase = () =>
  useApiMutation(
    ({ id: purchaseId }: AdminGiftPurchase) =>
      call(refundGiftPurchase, { purchaseId }, { idempotencyKey: newIdempotencyKey() }),
    { ...lists, done: 'Het geld gaat terug', failed: 'Terugbetalen mislukt' },
  )
