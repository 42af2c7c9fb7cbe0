import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../accounts/hooks.ts'
import { call, userMessageOf } from '../../ui/call/call.ts'
import { registerServiceWorker } from '../../ui/page/serviceWorker.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { unsubscribeFromPush, subscribeToPush, readChannels } from './contract.ts'

/** Which channels the server can deliver notifications by. */
export const channelsQuery = apiQuery(['channels'], readChannels, {}, { staleTime: Infinity })

const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const findSubscription = async () =>
  (await (await registerServiceWorker()).pushManager.getSubscription()) ?? null

/** Whether this browser gets push messages: `unable` when it has no support, `denied` when its user refused permission. */
export type PushStatus = 'unable' | 'denied' | 'off' | 'on'

async function readPushStatus(): Promise<PushStatus> {
  if (!isPushSupported()) return 'unable'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && (await findSubscription()) ? 'on' : 'off'
}

const pushStatusQuery = queryOptions({ queryKey: ['push'], queryFn: readPushStatus, staleTime: 0 })

/** Undefined while it is being determined. */
export const usePushStatus = (): PushStatus | undefined => useQuery(pushStatusQuery).data

class PermissionRefused extends Error {}

async function subscribe(pushKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PermissionRefused('Sta meldingen toe in je browser, en probeer het dan opnieuw.')
  const { pushManager } = await registerServiceWorker()
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // Fails when there is a subscription that was made with another key.
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

function describePushError(error: Error): string {
  if (error instanceof DOMException) return 'Je browser liet het niet toe. In een privévenster kan het niet.'
  return error instanceof PermissionRefused ? error.message : userMessageOf(error)
}

/** Subscribes this browser to push messages, after asking for permission, or unsubscribes it. */
export function useTogglePush() {
  const cache = useQueryClient()
  return useApiMutation(
    async (isOn: boolean) => {
      if (!isOn) return unsubscribe()
      const { pushKey } = await cache.ensureQueryData(channelsQuery)
      return subscribe(pushKey)
    },
    {
      onError: error =>
        toast({
          title: 'Meldingen staan niet aan',
          description: describePushError(error),
          variant: 'destructive',
        }),
      alwaysInvalidates: [pushStatusQuery.queryKey],
    },
  )
}

/** Assigns the push subscription of this browser, if it has one, to the user who is signed in now. */
export function useRenewPushSubscription(): void {
  const userId = useUser()?.id
  useEffect(() => {
    if (!userId || !isPushSupported() || Notification.permission !== 'granted') return
    const renew = async () => {
      const subscription = await findSubscription()
      if (subscription) await sendSubscription(subscription)
    }
    renew().catch(() => undefined)
  }, [userId])
}
