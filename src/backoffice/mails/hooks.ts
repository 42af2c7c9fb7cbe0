import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { apiQuery, useApiMutation } from '../../ui/hooks.ts'
import { createListUrl, urlFields } from '../../ui/listUrl.ts'
import { listMails, MailState, resendMail } from './contract.ts'

const MailListQuery = z.object({ ...urlFields, state: MailState.or(z.literal('')).catch('') })
export type MailListQuery = z.output<typeof MailListQuery>

export const mailListUrl = createListUrl('/admin/mails', MailListQuery)

/** Never from the cache: mails are sent all the time. */
export const mailsQuery = (query: MailListQuery) =>
  apiQuery(['admin', 'mails', query], listMails, query, { refetchOnMount: 'always' })

/** Sends a failed mail again, and refreshes every list of mails. */
export function useResendMail() {
  const cache = useQueryClient()
  return useApiMutation(resendMail, {
    done: 'De mail wordt opnieuw verstuurd',
    failed: 'Opnieuw versturen is niet gelukt',
    onSettled: () => cache.invalidateQueries({ queryKey: ['admin'] }),
  })
}
