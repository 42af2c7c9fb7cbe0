import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { mailTemplate } from '../../wire/mail.ts'

/** 65 bytes of a point on P-256, and 16 of a secret, as browsers give them. */
const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  return z.string().regex(new RegExp(`^[\\w-]{${length}}={0,2}$`))
}

const pushEndpoint = z.url({ protocol: /^https?$/ }).max(1000)

export const readChannels = endpoint({
  method: 'GET',
  path: '/api/notifications/channels',
  summary: 'How the shop can reach people: the key for push messages, and whether it sends text messages',
  access: 'customer',
  output: z.object({
    /** The application server's key, base64url. */
    pushKey: z.string(),
    sms: z.boolean(),
  }),
})

export const subscribeToPush = endpoint({
  method: 'PUT',
  path: '/api/notifications/push',
  summary: 'Tell this browser of news as well, as long as one is signed in there',
  access: 'customer',
  input: z.object({
    endpoint: pushEndpoint,
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  }),
  output: z.null(),
  status: 204,
})

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/api/notifications/push',
  summary: 'Tell this browser no more',
  access: 'customer',
  inBody: true,
  input: z.object({ endpoint: pushEndpoint }),
  output: z.null(),
})

/** What a push message says, and the service worker shows. */
export interface PushMessage {
  title: string
  body: string
  /** Where it leads, on our own site. */
  path: string
  /** A newer one of the same takes the place of an older. */
  tag: string
}

/** Something waits in the shop that was not read. */
export const unreadNotificationsMail = mailTemplate(
  'news-waiting',
  z.object({ count: z.int(), url: z.string(), shopName: z.string() }),
)
