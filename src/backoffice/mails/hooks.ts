import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call, userMessageOf } from '../../ui/call.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import { toast } from '../../ui/components/toast.ts'
import { listMails, MailState, resendMail } from './contract.ts'

const MailListQuery = z.object({
  q: z.string().trim().max(120).catch(''),
  state: MailState.or(z.literal('')).catch(''),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type MailListQuery = z.output<typeof MailListQuery>

export const mailListUrl = createListUrl('/admin/mails', MailListQuery)

/** Mails leave all the time: each visit asks anew. */
export const mailsQuery = (look: MailListQuery) =>
  queryOptions({
    queryKey: ['admin', 'mails', look],
    queryFn: ({ signal }) => call(listMails, look, { signal }),
    refetchOnMount: 'always',
  })

/** Has a mail that was given up tried again; wherever it is shown is read anew. */
export function useResendMail() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (mailId: string) => call(resendMail, { mailId }),
    onSuccess: () => toast({ title: 'De mail wordt opnieuw verstuurd' }),
    onError: error =>
      toast({
        title: 'Opnieuw versturen is niet gelukt',
        description: userMessageOf(error),
        variant: 'destructive',
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['admin'] }),
  })
}
