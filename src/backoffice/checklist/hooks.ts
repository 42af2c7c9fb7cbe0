import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { confirmTestMail, readChecklist, sendTestMail } from './contract.ts'

/** The providers are asked each time, so not at every visit. */
export const checklistQuery = apiQuery(['checklist'], readChecklist, {}, { staleTime: 5 * 60_000 })

export const useSendTestMail = () =>
  useApiMutation(sendTestMail, {
    done: { title: 'Testmail onderweg', description: 'Open de link die erin staat.' },
    failed: 'De testmail is niet verstuurd',
  })

export const useConfirmTestMail = () => useApiMutation(confirmTestMail)
