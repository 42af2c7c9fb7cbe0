import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../ui/hooks.ts'
import { listPickupPoints } from '../shipping/pickup.contract.ts'

/** Where a parcel can be collected near a postcode; what was found before stays until there is something else. */
export const usePickupPoints = (country: string, postalCode: string) =>
  useQuery({
    ...apiQuery(['pickup-points', country, postalCode], listPickupPoints, { country, postalCode }),
    enabled: postalCode.trim() !== '',
    placeholderData: keepPreviousData,
    // As long as the server keeps the list.
    staleTime: 600_000,
    retry: false,
  })
