import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, CallError } from '../../ui/call/call.ts'
import { type ParcelForm, parseParcel } from './calculator.rules.ts'
import { apiQuery } from '../../ui/call/hooks.ts'
import { calculateShipping, listDeliveryTimes } from './contract.ts'

export const deliveryTimesQuery = apiQuery(['delivery-times'], listDeliveryTimes, {})

/** Debounce of the input, in milliseconds. */
const DEBOUNCE_MS = 500

/** The shipping rates for a parcel. A change cancels the pending request. */
export function useShippingQuote(measures: ParcelForm) {
  const rested = useDebounced(measures)
  const { parcel, errors } = parseParcel(rested)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['shipping', parcel],
    queryFn: parcel ? ({ signal }) => call(calculateShipping, parcel, { signal }) : skipToken,
    staleTime: 0,
  })
  const isWaiting = isFetching || (rested !== measures && parseParcel(measures).parcel !== null)
  const isCurrent = rested === measures && !isFetching && parcel !== null
  return {
    /** Messages of invalid fields, after the debounce. */
    errors,
    isWaiting,
    /** The cheapest first; null while there are none for the current values. */
    rates: isCurrent && !error ? (data ?? null) : null,
    failure: isCurrent && error ? failureOf(error) : null,
    retry: () => void refetch(),
  }
}

const failureOf = (error: Error): string =>
  error instanceof CallError && error.code === 'OFFLINE'
    ? 'Netwerkfout bij berekenen'
    : 'Fout bij berekenen verzendkosten'

function useDebounced<T>(value: T): T {
  const [rested, rest] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => rest(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
