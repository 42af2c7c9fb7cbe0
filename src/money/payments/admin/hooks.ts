import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { listOpenRefunds, resolveRefund } from './contract.ts'

/** Open refunds; the provider may answer at any time, so each visit fetches them again. */
export const openRefundsQuery = apiQuery(
  ['admin', 'refunds'],
  listOpenRefunds,
  {},
  { refetchOnMount: 'always' },
)

/** No optimistic update, because it moves money. */
export const useResolveRefund = () =>
  useApiMutation(resolveRefund, {
    done: (_, { how }) => ({
      title: how === 'BY_HAND' ? 'Genoteerd als terugbetaald' : 'De terugbetaling gaat opnieuw',
    }),
    failed: 'Dit is niet gelukt',
    alwaysInvalidates: [['admin']],
  })
