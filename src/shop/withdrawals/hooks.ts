import { useMutation } from '@tanstack/react-query'
import { call, CallError, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { requestWithdrawal } from './contract.ts'

export type WithdrawalFormValues = InputOf<typeof requestWithdrawal>

export const useRequestWithdrawal = () =>
  useMutation({
    mutationFn: (input: WithdrawalFormValues) => call(requestWithdrawal, input),
    onError: error => {
      // Messages of fields stand at the fields.
      if (error instanceof CallError && Object.keys(error.fields).length > 0) return
      toast({ title: 'Herroepen is niet gelukt', description: userMessageOf(error), variant: 'destructive' })
    },
  })
