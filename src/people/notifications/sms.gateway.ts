import { sendRequest } from '../../platform/http/httpClient.ts'
import { Problem } from '../../wire/problem.ts'

/** The provider that sends text messages. */
export interface SmsGateway {
  /** @param to a number in E.164. @throws Problem PROVIDER_UNAVAILABLE; try again later */
  send(to: string, text: string): Promise<void>
}

interface SmsOptions {
  apiBase: string
  token: string
  /** The sender: a number, or at most eleven letters. */
  from: string
}

/** For one message, in milliseconds. */
const TIMEOUT_MS = 10_000

/** `POST {apiBase}/messages` with `{ to, from, text }` and a bearer token; many providers accept this, others need a small proxy. */
export const smsGateway = ({ apiBase, token, from }: SmsOptions): SmsGateway => ({
  async send(to, text) {
    const { status } = await sendRequest(`${apiBase}/messages`, {
      provider: 'sms',
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to, from, text }),
      timeoutMs: TIMEOUT_MS,
    })
    if (status === 429 || status >= 500) throw new Problem('PROVIDER_UNAVAILABLE')
    if (status >= 300) throw new Error(`text message refused: ${status}`)
  },
})
