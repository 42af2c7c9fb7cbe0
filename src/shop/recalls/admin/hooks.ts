import { call } from '../../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import type { InputOf } from '../../../wire/endpoint.ts'
import {
  countRecallBuyers,
  listAdminRecalls,
  listRecallNotices,
  publishRecall,
  remindBuyers,
} from './contract.ts'

const recallsKey = ['admin-recalls']

export const adminRecallsQuery = apiQuery(recallsKey, listAdminRecalls, {}, { refetchOnMount: 'always' })

export const recallBuyersQuery = (sold: InputOf<typeof countRecallBuyers>) =>
  apiQuery(['admin-recalls', 'buyers', sold], countRecallBuyers, sold)

export const recallNoticesQuery = (recallId: string, page: number) =>
  apiQuery(['admin-recalls', recallId, page], listRecallNotices, { recallId, page })

/** @param idempotencyKey one for each recall, so that a second click publishes it once */
export const usePublishRecall = (idempotencyKey: (text: string) => string) =>
  useApiMutation(
    (input: InputOf<typeof publishRecall>) =>
      call(publishRecall, input, { idempotencyKey: idempotencyKey(JSON.stringify(input)) }),
    {
      invalidates: [recallsKey],
      done: 'Teruggeroepen: de kopers krijgen een mail',
      failed: 'De terugroepactie is niet gepubliceerd',
      hasFieldErrors: true,
    },
  )

export const useRemindBuyers = () =>
  useApiMutation(remindBuyers, { invalidates: [recallsKey], failed: 'Kon de kopers niet mailen' })
