import { queryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call, reasonOf } from '../../ui/call.ts'
import { freshKey } from '../../ui/intention.ts'
import { lookAt } from '../../ui/look.ts'
import { toast } from '../../ui/parts/toast.ts'
import {
  type AdminGift,
  type AdminGiving,
  arrangeGifts,
  changeGift,
  createGift,
  listAllGifts,
  listGiftOwners,
  listGivings,
  refundGiving,
  removeGift,
  uploadGiftPicture,
} from './admin.contract.ts'
import { GivingStatus } from './contract.ts'

const Look = z.object({
  status: GivingStatus.optional().catch(undefined),
  giftId: z.guid().optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type Look = z.output<typeof Look>

export const givingLooks = lookAt('/admin/gifts', Look)

export const allGiftsQuery = queryOptions({
  queryKey: ['admin-gifts', 'list'],
  queryFn: ({ signal }) => call(listAllGifts, {}, { signal }),
  refetchOnMount: 'always',
})

export const giftOwnersQuery = queryOptions({
  queryKey: ['admin-gifts', 'owners'],
  queryFn: ({ signal }) => call(listGiftOwners, {}, { signal }),
})

export const givingsQuery = (look: Look) =>
  queryOptions({
    queryKey: ['admin-gifts', 'purchases', look],
    queryFn: ({ signal }) => call(listGivings, look, { signal }),
    refetchOnMount: 'always',
  })

const refresh = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: ['admin-gifts'] }),
    cache.invalidateQueries({ queryKey: ['gifts'] }),
  ])

/** Done once the lists were read anew; what fails says so in passing. */
function useGiftCall<Input, Answer>(send: (input: Input) => Promise<Answer>, done: string, failed: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await refresh(cache)
      if (done) toast({ title: done })
    },
    onError: error => toast({ title: failed, description: reasonOf(error), variant: 'destructive' }),
  })
}

export interface Draft {
  name: string
  description: string
  price: number
  ownerId: string
  isActive: boolean
  isSingle: boolean
}

interface Saving {
  /** Of one that is there. */
  giftId: string | null
  draft: Draft
  picture: File | null
  /** Told as soon as it is there, so that a picture which is refused is not sent to a second one. */
  onKept: (giftId: string) => void
}

export const useSaveGift = () =>
  useGiftCall(
    async ({ giftId, draft, picture, onKept }: Saving) => {
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

export const useSwitchGift = () =>
  useGiftCall(
    ({ gift, isActive }: { gift: AdminGift; isActive: boolean }) =>
      call(changeGift, { giftId: gift.id, isActive }),
    '',
    'Kon de wens niet aan- of uitzetten',
  )

export const useRemoveGift = () =>
  useGiftCall(
    (gift: AdminGift) => call(removeGift, { giftId: gift.id }),
    'Wens verwijderd',
    'Kon de wens niet verwijderen',
  )

export const useArrange = () =>
  useGiftCall((giftIds: string[]) => call(arrangeGifts, { giftIds }), '', 'Kon de volgorde niet wijzigen')

export const useRefundGiving = () =>
  useGiftCall(
    ({ id: purchaseId }: AdminGiving) => call(refundGiving, { purchaseId }, { idempotencyKey: freshKey() }),
    'Het geld gaat terug',
    'Terugbetalen mislukt',
  )
