import { queryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call, userMessageOf } from '../../ui/call.ts'
import { newIdempotencyKey } from '../../ui/idempotencyKey.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import { toast } from '../../ui/components/toast.ts'
import {
  type AdminGift,
  type AdminGiftPurchase,
  reorderGifts,
  changeGift,
  createGift,
  listAllGifts,
  listGiftOwners,
  listGiftPurchases,
  refundGiftPurchase,
  removeGift,
  uploadGiftPicture,
} from './admin.contract.ts'
import { GiftPurchaseStatus } from './contract.ts'

const GiftPurchaseListQuery = z.object({
  status: GiftPurchaseStatus.optional().catch(undefined),
  giftId: z.guid().optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type GiftPurchaseListQuery = z.output<typeof GiftPurchaseListQuery>

export const giftPurchaseListAddress = createListUrl('/admin/gifts', GiftPurchaseListQuery)

export const allGiftsQuery = queryOptions({
  queryKey: ['admin-gifts', 'list'],
  queryFn: ({ signal }) => call(listAllGifts, {}, { signal }),
  refetchOnMount: 'always',
})

export const giftOwnersQuery = queryOptions({
  queryKey: ['admin-gifts', 'owners'],
  queryFn: ({ signal }) => call(listGiftOwners, {}, { signal }),
})

export const giftPurchasesQuery = (look: GiftPurchaseListQuery) =>
  queryOptions({
    queryKey: ['admin-gifts', 'purchases', look],
    queryFn: ({ signal }) => call(listGiftPurchases, look, { signal }),
    refetchOnMount: 'always',
  })

const refresh = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: ['admin-gifts'] }),
    cache.invalidateQueries({ queryKey: ['gifts'] }),
  ])

/** Resolves once the lists were refetched; shows an error as a toast. */
function useGiftMutation<Input, Answer>(
  send: (input: Input) => Promise<Answer>,
  done: string,
  failed: string,
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await refresh(cache)
      if (done) toast({ title: done })
    },
    onError: error => toast({ title: failed, description: userMessageOf(error), variant: 'destructive' }),
  })
}

export interface GiftForm {
  name: string
  description: string
  price: number
  ownerId: string
  isActive: boolean
  isSingle: boolean
}

interface GiftSave {
  /** Of an existing gift. */
  giftId: string | null
  form: GiftForm
  picture: File | null
  /** Called as soon as the gift exists, so that a retry after a refused picture does not create a second one. */
  onSaved: (giftId: string) => void
}

export const useSaveGift = () =>
  useGiftMutation(
    async ({ giftId, form: draft, picture, onSaved: onKept }: GiftSave) => {
      const { id } = await (giftId ? call(changeGift, { giftId, ...draft }) : call(createGift, draft))
      onKept(id)
      if (!picture) return
      const form = new FormData()
      form.append('picture', picture, picture.name)
      await call(uploadGiftPicture, { giftId: id }, { form })
    },
    'Wens opgeslagen',
    'Kon de wens niet opslaan',
  )

export const useSetGiftActive = () =>
  useGiftMutation(
    ({ gift, isActive }: { gift: AdminGift; isActive: boolean }) =>
      call(changeGift, { giftId: gift.id, isActive }),
    '',
    'Kon de wens niet aan- of uitzetten',
  )

export const useRemoveGift = () =>
  useGiftMutation(
    (gift: AdminGift) => call(removeGift, { giftId: gift.id }),
    'Wens verwijderd',
    'Kon de wens niet verwijderen',
  )

export const useReorderGifts = () =>
  useGiftMutation((giftIds: string[]) => call(reorderGifts, { giftIds }), '', 'Kon de volgorde niet wijzigen')

export const useRefundGiftPurchase = () =>
  useGiftMutation(
    ({ id: purchaseId }: AdminGiftPurchase) =>
      call(refundGiftPurchase, { purchaseId }, { idempotencyKey: newIdempotencyKey() }),
    'Het geld gaat terug',
    'Terugbetalen mislukt',
  )
