import { call } from '../../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import * as contract from './contract.ts'

export const shippingZonesQuery = apiQuery(['shipping-zones'], contract.listZones, {}, { staleTime: 0 })
export const shippingRatesQuery = apiQuery(['shipping-rates'], contract.listRates, {}, { staleTime: 0 })

/** Refetches the zones and rates, and the offered rates that the preview shows. */
const change = {
  invalidates: [shippingZonesQuery.queryKey, shippingRatesQuery.queryKey, ['shipping']],
  failed: 'Niet gelukt',
}

/** Creates or replaces a zone. */
export const useSaveZone = (zoneId: string | null) =>
  useApiMutation(
    (zone: contract.ZoneFields) =>
      zoneId === null ? call(contract.addZone, zone) : call(contract.changeZone, { ...zone, zoneId }),
    { ...change, done: 'Zone bewaard' },
  )

export const useRemoveZone = () => useApiMutation(contract.removeZone, { ...change, done: 'Zone verwijderd' })

/** Creates or replaces a rate. */
export const useSaveRate = (rateId: string | null) =>
  useApiMutation(
    (rate: contract.RateFields) =>
      rateId === null ? call(contract.addRate, rate) : call(contract.changeRate, { ...rate, rateId }),
    { ...change, done: 'Tarief bewaard' },
  )

export const useRemoveRate = () =>
  useApiMutation(contract.removeRate, { ...change, done: 'Tarief verwijderd' })
