import autocannon from 'autocannon'

export interface LoadCall {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: object
}

export interface LoadResult {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

export const CONNECTIONS = 32

/**
 * Makes calls for `seconds`, each as soon as the previous answer arrives.
 * @param call the n-th call; each is made once
 * @param mostPerSecond of all calls together
 * @throws Error when any call failed, because a result with failures is not valid
 */
export async function runLoad(
  origin: string,
  call: (n: number) => LoadCall,
  seconds: number,
  mostPerSecond?: number,
): Promise<LoadResult> {
  let made = 0
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    ...(mostPerSecond && { overallRate: Math.ceil(mostPerSecond) }),
    requests: [
      {
        setupRequest: request => {
          const { method = 'GET', path, headers = {}, body } = call(made++)
          const json = body && { 'content-type': 'application/json' }
          return {
            ...request,
            method,
            path,
            headers: { ...headers, ...json },
            ...(body && { body: JSON.stringify(body) }),
          }
        },
      },
    ],
  })
  const failed = result.non2xx + result.errors + result.timeouts
  const { path } = call(0)
  if (failed > 0 || result['2xx'] === 0) {
    throw new Error(
      `${path}: ${failed} of ${made} calls failed ${JSON.stringify(result.statusCodeStats)}; no figure is worth anything`,
    )
  }
  return { perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}
