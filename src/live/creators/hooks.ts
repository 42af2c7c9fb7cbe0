import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { appealSuspension, leaveProgramme, readCreatorAccount } from './contract.ts'

const key = ['creator']

export const creatorAccountQuery = apiQuery(
  [...key, 'account'],
  readCreatorAccount,
  {},
  { refetchOnMount: 'always' },
)

export const useAppealSuspension = () =>
  useApiMutation(appealSuspension, {
    alwaysInvalidates: [key],
    done: { title: 'Bezwaar verstuurd', description: 'Je hoort wat we beslissen en waarom.' },
    failed: 'Je bezwaar is niet verstuurd',
    hasFieldErrors: true,
  })

export const useLeaveProgramme = () =>
  useApiMutation(leaveProgramme, {
    alwaysInvalidates: [key, ['studio'], ['user']],
    done: { title: 'Je bent gestopt als creator' },
    failed: 'Stoppen als creator lukte niet',
  })
