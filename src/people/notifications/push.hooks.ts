import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../accounts/hooks.ts'
import { call, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import { unsubscribeFromPush, subscribeToPush, readChannels } from './delivery.contract.ts'

/** How the shop can reach people. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => call(readChannels, {}, { signal }),
  staleTime: Infinity,
})

const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The smallest scope that there is: it hears messages, and answers for none of our pages. */
const SCOPE = '/push/'
const registerServiceWorker = () => navigator.serviceWorker.register('/push.js', { scope: SCOPE })

const findSubscription = async () =>
  (await (await registerServiceWorker()).pushManager.getSubscription()) ?? null

/** Whether this browser is told: `unable` when it can't be, `denied` when its owner said no to it. */
export type PushStatus = 'unable' | 'denied' | 'off' | 'on'

async function readPushStatus(): Promise<PushStatus> {
  if (!isPushSupported()) return 'unable'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && (await findSubscription()) ? 'on' : 'off'
}

const pushStatusQuery = queryOptions({ queryKey: ['push'], queryFn: readPushStatus, staleTime: 0 })

/** Undefined until the browser was asked. */
export const usePushStatus = (): PushStatus | undefined => useQuery(pushStatusQuery).data

class PermissionRefused extends Error {}

async function subscribe(pushKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PermissionRefused('Sta meldingen toe in je browser, en probeer het dan opnieuw.')
  const { pushManager } = await registerServiceWorker()
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // One of before, made with another key, stands in the way.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  await sendSubscription(subscription)
}

async function sendSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await call(subscribeToPush, {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  })
}

async function unsubscribe(): Promise<void> {
  const subscription = await findSubscription()
  if (!subscription) return
  await call(unsubscribeFromPush, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

/** What the browser itself refuses, it says in words of its own. */
function describePushError(error: Error): string {
  if (error instanceof DOMException) return 'Je browser liet het niet toe. In een privévenster kan het niet.'
  return error instanceof PermissionRefused ? error.message : userMessageOf(error)
}

/** Has this browser told, which asks its owner for permission, or not any more. */
export function useTogglePush() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (isWanted: boolean) => {
      if (!isWanted) return unsubscribe()
      const { pushKey } = await cache.ensureQueryData(channelsQuery)
      return subscribe(pushKey)
    },
    onError: error =>
      toast({
        title: 'Meldingen staan niet aan',
        description: describePushError(error),
        variant: 'destructive',
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: pushStatusQuery.queryKey }),
  })
}

/** A browser that was told before is told of who is signed in now; nobody is asked for anything. */
export function useRenewPushSubscription(): void {
  const userId = useUser()?.id
  useEffect(() => {
    if (!userId || !isPushSupported() || Notification.permission !== 'granted') return
    findSubscription()
      .then(subscription => subscription && sendSubscription(subscription))
      .catch(() => undefined)
  }, [userId])
}
