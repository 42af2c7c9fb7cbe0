import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call, reasonOf } from '../../ui/call.ts'
import { lookAt } from '../../ui/look.ts'
import { toast } from '../../ui/parts/toast.ts'
import { listMails, MailState, sendMailAgain } from './contract.ts'

const Look = z.object({
  q: z.string().trim().max(120).catch(''),
  state: MailState.or(z.literal('')).catch(''),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type Look = z.output<typeof Look>

export const mailLooks = lookAt('/admin/mails', Look)

/** Mails leave all the time: each visit asks anew. */
export const mailsQuery = (look: Look) =>
  queryOptions({
    queryKey: ['admin', 'mails', look],
    queryFn: ({ signal }) => call(listMails, look, { signal }),
    refetchOnMount: 'always',
  })

/** Has a mail that was given up tried again; wherever it is shown is read anew. */
export function useSendAgain() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (mailId: string) => call(sendMailAgain, { mailId }),
    onSuccess: () => toast({ title: 'De mail wordt opnieuw verstuurd' }),
    onError: error =>
      toast({
        title: 'Opnieuw versturen is niet gelukt',
        description: reasonOf(error),
        variant: 'destructive',
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['admin'] }),
  })
}
