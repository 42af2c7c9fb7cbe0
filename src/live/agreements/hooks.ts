import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { type Agreement, readAgreement, signAgreement, withdrawAgreement } from './contract.ts'

/** Below it is all that a change of the agreement changes. */
const creatorKey = ['creator']

export const agreementQuery = apiQuery(
  [...creatorKey, 'agreement'],
  readAgreement,
  {},
  { refetchOnMount: 'always' },
)

/** After a refusal the text is read again: it may be another one. */
export function useSignAgreement(onSigned: () => void) {
  const cache = useQueryClient()
  return useApiMutation(signAgreement, {
    onSuccess: (signed: Agreement) => {
      cache.setQueryData(agreementQuery.queryKey, signed)
      onSigned()
    },
    alwaysInvalidates: [creatorKey],
    done: 'Getekend',
    failed: 'Niet getekend',
    hasFieldErrors: true,
  })
}

export const useWithdrawAgreement = () =>
  useApiMutation(withdrawAgreement, {
    alwaysInvalidates: [creatorKey, ['studio']],
    done: { title: 'Ingetrokken', description: 'Je bent uit de uitzending, en wat er liep, is beëindigd.' },
    failed: 'Niet ingetrokken',
  })
