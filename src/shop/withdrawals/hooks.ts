import { useApiMutation } from '../../ui/call/hooks.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { requestWithdrawal } from './contract.ts'

export type WithdrawalFormValues = InputOf<typeof requestWithdrawal>

export const useRequestWithdrawal = () =>
  useApiMutation(requestWithdrawal, { failed: 'Herroepen is niet gelukt', hasFieldErrors: true })
