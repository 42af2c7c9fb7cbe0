import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { mailTemplate } from '../../wire/mail.ts'

/** So many bytes as base64url, with or without padding. */
const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  return z.string().regex(new RegExp(`^[\\w-]{${length}}={0,2}$`))
}

const pushEndpoint = z.url({ protocol: /^https?$/ }).max(1000)

export const readChannels = endpoint('GET /api/notifications/channels', 'customer', {
  summary: 'How the shop can reach people: the key for push messages, and whether it sends text messages',
  output: z.object({
    /** The VAPID public key, base64url. */
    pushKey: z.string(),
    sms: z.boolean(),
  }),
})

export const subscribeToPush = endpoint('PUT /api/notifications/push', 'customer', {
  summary: 'Tell this browser of news as well, as long as one is signed in there',
  input: z.object({
    endpoint: pushEndpoint,
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  }),
  output: z.null(),
  status: 204,
})

export const unsubscribeFromPush = endpoint('DELETE /api/notifications/push', 'customer', {
  summary: 'Tell this browser no more',
  inBody: true,
  input: z.object({ endpoint: pushEndpoint }),
  output: z.null(),
})

/** What a push message contains, and the service worker shows. */
export interface PushMessage {
  title: string
  body: string
  /** The page that it opens, a path on our own site. */
  path: string
  /** A newer message with the same tag replaces an older one. */
  tag: string
}

/** Says that there are unread notifications, but not what they are about. */
export const unreadNotificationsMail = mailTemplate(
  'news-waiting',
  z.object({ count: z.int(), url: z.string(), shopName: z.string() }),
)
