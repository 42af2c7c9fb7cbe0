import type { ApiTransport } from '../../wire/ssr.ts'

/** A transport that tells how many bytes were sent, which `fetch` does not. */
export const uploadTransport =
  (onProgress: (sent: number, total: number) => void): ApiTransport =>
  (path, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, path)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total))
      request.addEventListener('load', () => {
        const { status, statusText, responseText } = request
        resolve(new Response(status === 204 ? null : responseText, { status, statusText }))
      })
      request.addEventListener('error', () => reject(new TypeError('the connection failed')))
      request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as XMLHttpRequestBodyInit | null)
    })
