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

/** Shows a toast, unless the error belongs to fields: forms show those. */
function toastAddressError(error: Error, action: string): void {
  if (error instanceof CallError && Object.keys(error.fields).length > 0) return
  const description = `Er is een fout opgetreden bij het ${action} van het adres`
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

/** Succeeds after the list is refetched: another address may have become the default. */
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

/** Looks up the street and city of a postcode and house number; null when unknown, and when the look-up fails. */
export function useAddressLookup() {
  const cache = useQueryClient()
  return useCallback(
    async (
      typed: Pick<AddressFormValues, 'country' | 'postalCode' | 'houseNumber'>,
    ): Promise<FoundAddress | null> => {
      const key = parseLookupInput(typed.country, typed.postalCode, typed.houseNumber)
      if (!key) return null
      const lookupInput = { postalCode: key.postalCode, houseNumber: String(key.houseNumber) }
      return cache
        .fetchQuery({
          queryKey: ['address-lookup', lookupInput],
          queryFn: ({ signal }) => call(lookUpAddress, lookupInput, { signal }),
        })
        .catch(() => null)
    },
    [cache],
  )
}
