import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { listAdminNotificationPreferences, setAdminNotificationPreference } from './contract.ts'
import type { AdminTopic, NotificationChannel } from '../contract.ts'

export const adminPreferencesQuery = apiQuery(
  ['notification-preferences'],
  listAdminNotificationPreferences,
  {},
)

/**
 * The choice of the admin, and a function that switches a channel of a topic: shown at once, sent in order, and fetched again once
 * all were answered.
 */
export function useAdminPreferences() {
  const cache = useQueryClient()
  const { queryKey } = adminPreferencesQuery
  const { data: preferences } = useSuspenseQuery(adminPreferencesQuery)
  const mutationKey = ['notification-preferences', 'set']
  const { mutate } = useApiMutation(setAdminNotificationPreference, {
    mutationKey,
    scope: { id: 'notification-preferences' },
    failed: 'Niet bewaard',
    onSettled: async () => {
      if (cache.isMutating({ mutationKey }) === 1) await cache.invalidateQueries({ queryKey })
    },
  })
  const choose = (topic: AdminTopic, channel: NotificationChannel, isOn: boolean): void => {
    // An answer that is on its way was written before this choice.
    void cache.cancelQueries({ queryKey })
    // From the cache: of two quick choices for a topic, the second is made before the page shows the first.
    const known = cache.getQueryData(queryKey) ?? preferences
    const chosen = known.map(each => (each.topic === topic ? { ...each, [channel]: isOn } : each))
    cache.setQueryData(queryKey, chosen)
    for (const each of chosen) if (each.topic === topic) mutate(each)
  }
  return { preferences, choose }
}
