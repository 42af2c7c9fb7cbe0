import { call } from '../../ui/call.ts'
import { apiQuery, useApiMutation } from '../../ui/hooks.ts'
import {
  addRate,
  addZone,
  changeRate,
  changeZone,
  listRates,
  listZones,
  type RateFields,
  removeRate,
  removeZone,
  type ZoneFields,
} from './admin.contract.ts'

export const shippingZonesQuery = apiQuery(['shipping-zones'], listZones, {}, { staleTime: 0 })
export const shippingRatesQuery = apiQuery(['shipping-rates'], listRates, {}, { staleTime: 0 })

/** Refetches the zones and rates, and the offered rates that the preview shows. */
const change = {
  invalidates: [shippingZonesQuery.queryKey, shippingRatesQuery.queryKey, ['shipping']],
  failed: 'Niet gelukt',
}

/** Creates or replaces a zone. */
export const useSaveZone = (zoneId: string | null) =>
  useApiMutation(
    (zone: ZoneFields) => (zoneId === null ? call(addZone, zone) : call(changeZone, { ...zone, zoneId })),
    { ...change, done: 'Zone bewaard' },
  )

export const useRemoveZone = () => useApiMutation(removeZone, { ...change, done: 'Zone verwijderd' })

/** Creates or replaces a rate. */
export const useSaveRate = (rateId: string | null) =>
  useApiMutation(
    (rate: RateFields) => (rateId === null ? call(addRate, rate) : call(changeRate, { ...rate, rateId })),
    { ...change, done: 'Tarief bewaard' },
  )

export const useRemoveRate = () => useApiMutation(removeRate, { ...change, done: 'Tarief verwijderd' })
