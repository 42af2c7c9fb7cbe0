import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import * as contract from './contract.ts'

const ApplicationListQuery = z.object({
  page: urlFields.page,
  status: contract.ApplicationFilter.catch('WAITING'),
})
export type ApplicationListQuery = z.output<typeof ApplicationListQuery>

export const applicationListUrl = createListUrl('/admin/creators/applications', ApplicationListQuery)

const key = ['admin', 'creator-applications']

export const applicationsQuery = ({ status, page }: ApplicationListQuery) =>
  apiQuery(
    [...key, 'list', status, page],
    contract.listApplications,
    { status, page },
    { refetchOnMount: 'always' },
  )

export const applicationQuery = (applicationId: string) =>
  apiQuery(
    [...key, 'one', applicationId],
    contract.readApplication,
    { applicationId },
    { refetchOnMount: 'always' },
  )

/** Kept by the page alone, and not in the cache. */
export const useOpenIdentity = () =>
  useApiMutation(contract.openIdentity, { failed: 'De gegevens zijn niet geopend' })

function useDecision<Input>(
  endpoint: Parameters<typeof useApiMutation<Input, contract.AdminApplication>>[0],
) {
  const cache = useQueryClient()
  return useApiMutation(endpoint, {
    onSuccess: found => cache.setQueryData(applicationQuery(found.id).queryKey, found),
    alwaysInvalidates: [key],
    done: ({ state }) => ({
      title:
        state === 'ACCEPTED'
          ? 'De aanmelding is goedgekeurd'
          : state === 'REFUSED'
            ? 'De aanmelding is geweigerd'
            : 'Een tweede administrator beslist verder',
    }),
    failed: 'De beslissing is niet opgeslagen',
    hasFieldErrors: true,
  })
}

export const useApprove = () => useDecision(contract.approveApplication)
export const useRefuse = () => useDecision(contract.refuseApplication)
