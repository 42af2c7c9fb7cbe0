import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import * as contract from './contract.ts'

const options = { refetchOnMount: 'always' as const }
export const ownApplicationQuery = apiQuery(['creator-application'], contract.readOwnApplication, {}, options)

/** Each call answers with the application as it is then. */
function useChange<Input>(
  change: Parameters<typeof useApiMutation<Input, contract.OwnApplication>>[0],
  options: { done?: string; failed?: string; hasFieldErrors?: boolean } = {},
) {
  const cache = useQueryClient()
  return useApiMutation<Input, contract.OwnApplication>(change, {
    onSuccess: own => cache.setQueryData(ownApplicationQuery.queryKey, own),
    ...options,
  })
}

export const useSaveDetails = (isNew: boolean) =>
  useChange(isNew ? contract.startApplication : contract.changeApplication, {
    failed: 'Je gegevens zijn niet opgeslagen',
    hasFieldErrors: true,
  })

export const useUploadDocument = () =>
  useChange<Blob>(
    (photo: Blob) => {
      const form = new FormData()
      form.append('document', photo, 'document')
      return call(contract.uploadDocument, {}, { form })
    },
    { done: 'De foto is opgeslagen', failed: 'De foto is niet opgeslagen' },
  )

export const useRemoveDocument = () =>
  useChange(contract.removeDocument, { failed: 'De foto is niet verwijderd' })

export const useSendApplication = () =>
  useChange(contract.sendApplication, { failed: 'Je aanmelding is niet verstuurd' })

export const useWithdrawApplication = () =>
  useChange(contract.withdrawApplication, {
    done: 'Je aanmelding is ingetrokken',
    failed: 'Je aanmelding is niet ingetrokken',
  })

export const useBeginIdentityProof = () =>
  useApiMutation(contract.beginIdentityProof, {
    onSuccess: ({ url }) => window.location.assign(url),
    failed: 'Dat lukte niet',
  })

/** Without a toast: the page tells how it went. */
export const useFinishIdentityProof = () => useChange(contract.finishIdentityProof)
