import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import {
  addRate,
  addZone,
  type AdminShippingRate,
  changeRate,
  changeZone,
  listRates,
  listZones,
  removeRate,
  removeZone,
  type ShippingZone,
} from './admin.contract.ts'

export const shippingZonesQuery = queryOptions({
  queryKey: ['shipping-zones'],
  queryFn: ({ signal }) => call(listZones, {}, { signal }),
  staleTime: 0,
})

export const shippingRatesQuery = queryOptions({
  queryKey: ['shipping-rates'],
  queryFn: ({ signal }) => call(listRates, {}, { signal }),
  staleTime: 0,
})

/** What is changed here also changes what is offered, which the try-out asks for. */
function useShippingMutation<Input>(change: (input: Input) => Promise<unknown>, done: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      const keys = [shippingZonesQuery.queryKey, shippingRatesQuery.queryKey, ['shipping']]
      await Promise.all(keys.map(queryKey => cache.invalidateQueries({ queryKey })))
      toast({ title: done })
    },
    onError: error =>
      toast({ title: 'Niet gelukt', description: userMessageOf(error), variant: 'destructive' }),
  })
}

/** A new zone, or all of one that is there. */
export const useSaveZone = (zoneId: string | null) =>
  useShippingMutation(
    (zone: Omit<ShippingZone, 'id'>): Promise<unknown> =>
      zoneId === null ? call(addZone, zone) : call(changeZone, { ...zone, zoneId }),
    'Zone bewaard',
  )

export const useRemoveZone = () =>
  useShippingMutation((zoneId: string) => call(removeZone, { zoneId }), 'Zone verwijderd')

/** A new rate, or all of one that is there. */
export const useSaveRate = (rateId: string | null) =>
  useShippingMutation(
    (rate: Omit<AdminShippingRate, 'id'>): Promise<unknown> =>
      rateId === null ? call(addRate, rate) : call(changeRate, { ...rate, rateId }),
    'Tarief bewaard',
  )

export const useRemoveRate = () =>
  useShippingMutation((rateId: string) => call(removeRate, { rateId }), 'Tarief verwijderd')
