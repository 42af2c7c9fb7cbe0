import { useApiMutation } from '../../ui/call/hooks.ts'
import { objectToEarnings } from './contract.ts'

export const useObject = () =>
  useApiMutation(objectToEarnings, {
    alwaysInvalidates: [
      ['studio', 'earnings'],
      ['studio', 'self-billed'],
    ],
    done: 'Je bezwaar is verstuurd',
    failed: 'Niet verstuurd',
    hasFieldErrors: true,
  })
