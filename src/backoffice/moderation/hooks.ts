import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { plural } from '../../ui/format.ts'
import { createListUrl, urlFields } from '../../ui/lists/listUrl.ts'
import {
  CaseFilter,
  createAuditorFile,
  decideContentCase,
  downloadAuditorFile,
  listContentCases,
  Month,
  readCompliance,
  readContentCase,
  readTransparencyReport,
} from './contract.ts'

const ContentCaseListQuery = z.object({
  page: urlFields.page,
  status: CaseFilter.or(z.literal('ALL')).catch('WAITING'),
})
export type ContentCaseListQuery = z.output<typeof ContentCaseListQuery>

export const contentCaseListUrl = createListUrl('/admin/content-reports', ContentCaseListQuery)

/** Without a month the page shows the last one that is over. */
export const complianceUrl = createListUrl(
  '/admin/compliance',
  z.object({ month: Month.or(z.literal('')).catch('') }),
)

const casesKey = ['admin', 'content-reports']

export const contentCasesQuery = ({ status, page }: ContentCaseListQuery) =>
  apiQuery(
    [...casesKey, 'list', status, page],
    listContentCases,
    { status: status === 'ALL' ? '' : status, page },
    { refetchOnMount: 'always' },
  )

export const contentCaseQuery = (caseId: string) =>
  apiQuery([...casesKey, 'one', caseId], readContentCase, { caseId }, { refetchOnMount: 'always' })

export const reportNumbersQuery = (year: number) =>
  apiQuery([...casesKey, 'numbers', year], readTransparencyReport, { year }, { refetchOnMount: 'always' })

export const complianceQuery = (month: string) =>
  apiQuery([...casesKey, 'compliance', month], readCompliance, { month }, { refetchOnMount: 'always' })

/** Not optimistic, because a mail can't be undone. After a refusal the case is read again; the form keeps its text. */
export function useDecide(caseId: string) {
  const cache = useQueryClient()
  return useApiMutation(decideContentCase, {
    onSuccess: found => cache.setQueryData(contentCaseQuery(caseId).queryKey, found),
    // Also the number in the navigation.
    alwaysInvalidates: [casesKey, ['stats', 'taskCounts']],
    done: { title: 'Beslist', description: 'Wie het aangaat, krijgt de redenen per mail.' },
    failed: 'De beslissing is niet opgeslagen',
    hasFieldErrors: true,
  })
}

/** Makes a file for an auditor, and downloads it. */
export const useAuditorFile = () =>
  useApiMutation(createAuditorFile, {
    onSuccess: ({ fileId }) => location.assign(downloadAuditorFile.path.replace(':fileId', fileId)),
    done: ({ sessions }) => ({
      title: 'Dossier gemaakt',
      description: `Met ${plural(sessions, 'sessie', 'sessies')}. Het staat in het logboek.`,
    }),
    failed: 'Geen dossier gemaakt',
  })
