import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { answerObjection, listObjections } from './contract.ts'

const key = ['admin', 'objections']

export const objectionsQuery = apiQuery(key, listObjections, {}, { refetchOnMount: 'always' })

export const useAnswer = () =>
  useApiMutation(answerObjection, {
    alwaysInvalidates: [key],
    done: 'Het antwoord is verstuurd',
    failed: 'Niet verstuurd',
    hasFieldErrors: true,
  })
