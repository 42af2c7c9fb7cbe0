import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, CallError } from '../../ui/call.ts'
import { toast } from '../../ui/parts/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  type Address,
  createAddress,
  deleteAddress,
  type FoundAddress,
  listAddresses,
  lookUpAddress,
  updateAddress,
} from './contract.ts'
import { lookupKey, type TypedAddress, withAddress } from './rules.ts'

export const addressesQuery = queryOptions({
  queryKey: ['addresses'],
  queryFn: ({ signal }) => call(listAddresses, {}, { signal }),
})

/** Messages of fields stand at the fields. */
function sayFailed(error: Error, what: string): void {
  if (error instanceof CallError && Object.keys(error.fields).length > 0) return
  const description = `Er is een fout opgetreden bij het ${what} van het adres`
  toast({ title: 'Fout', description, variant: 'destructive' })
}

export const useAddAddress = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof createAddress>) => call(createAddress, input),
    onSuccess: added => {
      toast({ title: 'Adres toegevoegd' })
      cache.setQueryData(addressesQuery.queryKey, (known: Address[] = []) => withAddress(known, added))
    },
    onError: error => sayFailed(error, 'toevoegen'),
  })
}

export const useChangeAddress = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof updateAddress>) => call(updateAddress, input),
    onSuccess: changed => {
      toast({ title: 'Adres bijgewerkt' })
      cache.setQueryData(addressesQuery.queryKey, known => known && withAddress(known, changed))
    },
    onError: error => sayFailed(error, 'bijwerken'),
  })
}

/** Done once the list was read anew: another may be the default now. */
export const useDeleteAddress = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (addressId: string) => call(deleteAddress, { addressId }),
    onSuccess: () => {
      toast({ title: 'Adres verwijderd' })
      return cache.invalidateQueries({ queryKey: addressesQuery.queryKey })
    },
    onError: error => sayFailed(error, 'verwijderen'),
  })
}

/** Finds the street and city of what was typed so far; null when nobody knows them, also when nobody can be asked. */
export function useLookup() {
  const cache = useQueryClient()
  return useCallback(
    async (
      typed: Pick<TypedAddress, 'country' | 'postalCode' | 'houseNumber'>,
    ): Promise<FoundAddress | null> => {
      const key = lookupKey(typed.country, typed.postalCode, typed.houseNumber)
      if (!key) return null
      const wanted = { postalCode: key.postalCode, houseNumber: String(key.houseNumber) }
      return cache
        .fetchQuery({
          queryKey: ['address-lookup', wanted],
          queryFn: ({ signal }) => call(lookUpAddress, wanted, { signal }),
        })
        .catch(() => null)
    },
    [cache],
  )
}
