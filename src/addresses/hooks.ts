import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, CallError } from '../web/call.ts'
import { toast } from '../web/ui/toast.ts'
import type { InputOf } from '../wire/endpoint.ts'
import { type Address, createAddress, listAddresses } from './contract.ts'

export const addressesQuery = queryOptions({
  queryKey: ['addresses'],
  queryFn: ({ signal }) => call(listAddresses, {}, { signal }),
})

export const useAddAddress = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof createAddress>) => call(createAddress, input),
    onSuccess: added => {
      toast({ title: 'Adres toegevoegd' })
      cache.setQueryData(addressesQuery.queryKey, (known: Address[] = []) => [...known, added])
    },
    onError: error => {
      // Messages of fields stand at the fields.
      if (error instanceof CallError && Object.keys(error.fields).length > 0) return
      toast({
        title: 'Fout',
        description: 'Er is een fout opgetreden bij het toevoegen van het adres',
        variant: 'destructive',
      })
    },
  })
}
