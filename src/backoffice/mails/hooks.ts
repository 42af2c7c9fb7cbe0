import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../ui/lists/listUrl.ts'
import { listMails, resendMail } from './contract.ts'
import { MailState } from '../../wire/mail.ts'

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
