import { sendRequest } from '../../platform/httpClient.ts'
import { Problem } from '../../wire/problem.ts'

/** Whoever sends our text messages. */
export interface SmsGateway {
  /** @param to an international number. @throws Problem PROVIDER_UNAVAILABLE, to try again */
  send(to: string, text: string): Promise<void>
}

interface SmsOptions {
  apiBase: string
  token: string
  /** Who it says that it is from: a number, or eleven letters. */
  from: string
}

/** Milliseconds for one message. */
const TIMEOUT_MS = 10_000

/** `POST {apiBase}/messages` with `{ to, from, text }` and a bearer token: what most providers take, or a few lines before them. */
export const smsGateway = ({ apiBase, token, from }: SmsOptions): SmsGateway => ({
  async send(to, text) {
    const { status } = await sendRequest(`${apiBase}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to, from, text }),
      timeoutMs: TIMEOUT_MS,
    })
    if (status === 429 || status >= 500) throw new Problem('PROVIDER_UNAVAILABLE')
    if (status >= 300) throw new Error(`a text message is refused: ${status}`)
  },
})
