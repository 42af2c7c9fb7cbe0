import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, reasonOf } from '../../ui/call.ts'
import { toast } from '../../ui/parts/toast.ts'
import {
  addRate,
  addZone,
  type AdminRate,
  changeRate,
  changeZone,
  listRates,
  listZones,
  removeRate,
  removeZone,
  type ShippingZone,
} from './admin.contract.ts'

export const zonesQuery = queryOptions({
  queryKey: ['shipping-zones'],
  queryFn: ({ signal }) => call(listZones, {}, { signal }),
  staleTime: 0,
})

export const ratesQuery = queryOptions({
  queryKey: ['shipping-rates'],
  queryFn: ({ signal }) => call(listRates, {}, { signal }),
  staleTime: 0,
})

/** What is changed here also changes what is offered, which the try-out asks for. */
function useChange<Input>(change: (input: Input) => Promise<unknown>, done: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      const keys = [zonesQuery.queryKey, ratesQuery.queryKey, ['shipping']]
      await Promise.all(keys.map(queryKey => cache.invalidateQueries({ queryKey })))
      toast({ title: done })
    },
    onError: error => toast({ title: 'Niet gelukt', description: reasonOf(error), variant: 'destructive' }),
  })
}

/** A new zone, or all of one that is there. */
export const useSaveZone = (zoneId: string | null) =>
  useChange(
    (zone: Omit<ShippingZone, 'id'>): Promise<unknown> =>
      zoneId === null ? call(addZone, zone) : call(changeZone, { ...zone, zoneId }),
    'Zone bewaard',
  )

export const useRemoveZone = () =>
  useChange((zoneId: string) => call(removeZone, { zoneId }), 'Zone verwijderd')

/** A new rate, or all of one that is there. */
export const useSaveRate = (rateId: string | null) =>
  useChange(
    (rate: Omit<AdminRate, 'id'>): Promise<unknown> =>
      rateId === null ? call(addRate, rate) : call(changeRate, { ...rate, rateId }),
    'Tarief bewaard',
  )

export const useRemoveRate = () =>
  useChange((rateId: string) => call(removeRate, { rateId }), 'Tarief verwijderd')
