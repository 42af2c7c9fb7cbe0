import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import * as contract from './contract.ts'

export const ownApplicationQuery = apiQuery(
  ['creator-application'],
  contract.readOwnApplication,
  {},
  {
    refetchOnMount: 'always',
  },
)

/** Each call answers with the application as it is then; after a refusal it is read again. */
function useChange<Input>(
  change: (input: Input) => Promise<contract.OwnApplication>,
  options: { done?: string; failed: string; hasFieldErrors?: boolean },
) {
  const cache = useQueryClient()
  return useApiMutation(change, {
    onSuccess: own => cache.setQueryData(ownApplicationQuery.queryKey, own),
    ...options,
  })
}

export const useSaveDetails = (isNew: boolean) =>
  useChange(
    (details: contract.ApplicationDetails) =>
      isNew ? call(contract.startApplication, details) : call(contract.changeApplication, details),
    { failed: 'Je gegevens zijn niet opgeslagen', hasFieldErrors: true },
  )

export const useUploadDocument = () =>
  useChange(
    (photo: Blob) => {
      const form = new FormData()
      form.append('document', photo, 'document')
      return call(contract.uploadDocument, {}, { form })
    },
    { done: 'De foto is opgeslagen', failed: 'De foto is niet opgeslagen' },
  )

export const useRemoveDocument = () =>
  useChange((documentId: string) => call(contract.removeDocument, { documentId }), {
    failed: 'De foto is niet verwijderd',
  })

export const useSendApplication = () =>
  useChange(() => call(contract.sendApplication, {}), { failed: 'Je aanmelding is niet verstuurd' })

export const useWithdrawApplication = () =>
  useChange(() => call(contract.withdrawApplication, {}), {
    done: 'Je aanmelding is ingetrokken',
    failed: 'Je aanmelding is niet ingetrokken',
  })

export const useBeginIdentityProof = () =>
  useApiMutation(contract.beginIdentityProof, {
    onSuccess: ({ url }) => window.location.assign(url),
    failed: 'Dat lukte niet',
  })

/** Without a toast: the page tells how it went. */
export const useFinishIdentityProof = () => {
  const cache = useQueryClient()
  return useApiMutation(contract.finishIdentityProof, {
    onSuccess: own => cache.setQueryData(ownApplicationQuery.queryKey, own),
  })
}
