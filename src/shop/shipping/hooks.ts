import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, CallError } from '../../ui/call.ts'
import { type ParcelForm, parseParcel } from './calculator.rules.ts'
import { calculateShipping, type ShippingRate } from './contract.ts'

/** How long the input rests before it is reckoned with, in milliseconds. */
const DEBOUNCE_MS = 500

interface ShippingQuoteState {
  /** What is wrong with the measures, field by field, once the typing rests. */
  errors: Partial<Record<keyof ParcelForm, string>>
  /** Cheapest first; null as long as there are none for what stands in the fields now. */
  rates: ShippingRate[] | null
  isWaiting: boolean
  failure: string | null
  retry: () => void
}

/** What sending such a parcel costs. A change while an answer is awaited gives that answer up. */
export function useShippingQuote(measures: ParcelForm): ShippingQuoteState {
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
    errors,
    isWaiting,
    rates: isCurrent && !error ? (data ?? null) : null,
    failure: isCurrent && error ? failureOf(error) : null,
    retry: () => void refetch(),
  }
}

const failureOf = (error: Error): string =>
  error instanceof CallError && error.code === 'OFFLINE'
    ? 'Netwerkfout bij berekenen'
    : 'Fout bij berekenen verzendkosten'

/** The value as it was when it last stood still. */
function useDebounced<T>(value: T): T {
  const [rested, rest] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => rest(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
