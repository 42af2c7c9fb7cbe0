import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, serverReason } from '../../ui/call/call.ts'
import { toast, undoableToast } from '../../ui/dialogs/toast.ts'
import { apiQuery, isFieldError, useApiMutation } from '../../ui/call/hooks.ts'
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

export const addressesQuery = apiQuery(['addresses'], listAddresses, {})

/** Shows a toast with the server's reason, unless the error belongs to fields: forms show those. */
const toastAddressError = (action: string) => (error: Error) => {
  const otherwise = `Er is een fout opgetreden bij het ${action} van het adres`
  const description = serverReason(error, otherwise)
  if (!isFieldError(error)) toast({ title: 'Fout', description, variant: 'destructive' })
}

export const useAddAddress = () => {
  const cache = useQueryClient()
  return useApiMutation(createAddress, {
    onSuccess: added =>
      cache.setQueryData(addressesQuery.queryKey, (known: Address[] = []) =>
        upsertAddressInList(known, added),
      ),
    done: 'Adres toegevoegd',
    onError: toastAddressError('toevoegen'),
  })
}

export const useUpdateAddress = () => {
  const cache = useQueryClient()
  return useApiMutation(updateAddress, {
    onSuccess: changed =>
      cache.setQueryData(addressesQuery.queryKey, known => known && upsertAddressInList(known, changed)),
    done: 'Adres bijgewerkt',
    onError: toastAddressError('bijwerken'),
  })
}

/** Deletes an address at once; the toast writes it again. Succeeds after the list is refetched: another may be the default now. */
export function useDeleteAddress() {
  const restore = useApiMutation(createAddress, {
    alwaysInvalidates: [addressesQuery.queryKey],
    onError: toastAddressError('terugzetten'),
  })
  return useApiMutation(
    (address: Address) => call(deleteAddress, { addressId: address.id }).then(() => address),
    {
      invalidates: [addressesQuery.queryKey],
      done: address => undoableToast('Adres verwijderd', () => restore.mutate(address)),
      onError: toastAddressError('verwijderen'),
    },
  )
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
      const input = { postalCode: key.postalCode, houseNumber: String(key.houseNumber) }
      return cache.fetchQuery(apiQuery(['address-lookup', input], lookUpAddress, input)).catch(() => null)
    },
    [cache],
  )
}
