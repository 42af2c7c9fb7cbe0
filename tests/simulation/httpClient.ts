import { loadHttpClient } from '../../src/platform/http/httpClient.ts'

interface HttpAnswer {
  status: number
  text: string
}

/** The network of nodes that speak HTTP to a provider. */
export interface Network {
  /** Answers a request, or never does. */
  request: (url: string, receive: (answer: HttpAnswer) => void) => void
}

/** Replaces the HTTP client of the process: requests go to the network, and fail when their time is over. */
export async function installHttpClient(network: Network): Promise<void> {
  const request = (url: string, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      network.request(url, ({ status, text }) =>
        resolve({ statusCode: status, headers: {}, body: { text: () => Promise.resolve(text) } }),
      )
    })
  Object.assign(await loadHttpClient(), { request })
}
