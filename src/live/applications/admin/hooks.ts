import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import * as contract from './contract.ts'

const ApplicationListQuery = z.object({
  page: urlFields.page,
  status: contract.ApplicationFilter.catch('WAITING'),
})
type ApplicationListQuery = z.output<typeof ApplicationListQuery>

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

export function useDecide() {
  const cache = useQueryClient()
  return useApiMutation(contract.decideApplication, {
    onSuccess: found => cache.setQueryData(applicationQuery(found.id).queryKey, found),
    alwaysInvalidates: [key, ['stats', 'taskCounts']],
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
