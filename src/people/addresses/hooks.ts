import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, CallError } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
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
import { parseLookupInput, type AddressFormValues, upsertAddressInList } from './rules.ts'

export const addressesQuery = queryOptions({
  queryKey: ['addresses'],
  queryFn: ({ signal }) => call(listAddresses, {}, { signal }),
})

/** Messages of fields stand at the fields. */
function toastAddressError(error: Error, what: string): void {
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
      cache.setQueryData(addressesQuery.queryKey, (known: Address[] = []) =>
        upsertAddressInList(known, added),
      )
    },
    onError: error => toastAddressError(error, 'toevoegen'),
  })
}

export const useUpdateAddress = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof updateAddress>) => call(updateAddress, input),
    onSuccess: changed => {
      toast({ title: 'Adres bijgewerkt' })
      cache.setQueryData(addressesQuery.queryKey, known => known && upsertAddressInList(known, changed))
    },
    onError: error => toastAddressError(error, 'bijwerken'),
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
    onError: error => toastAddressError(error, 'verwijderen'),
  })
}

/** Finds the street and city of what was typed so far; null when nobody knows them, also when nobody can be asked. */
export function useAddressLookup() {
  const cache = useQueryClient()
  return useCallback(
    async (
      typed: Pick<AddressFormValues, 'country' | 'postalCode' | 'houseNumber'>,
    ): Promise<FoundAddress | null> => {
      const key = parseLookupInput(typed.country, typed.postalCode, typed.houseNumber)
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
