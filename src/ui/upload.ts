import type { ApiTransport } from '../wire/ssr.ts'

/** A transport that tells how many bytes were sent, which `fetch` does not. */
export const uploadTransport =
  (onProgress: (sent: number, total: number) => void): ApiTransport =>
  (path, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, path)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
      request.onload = () => {
        const { status, statusText, responseText } = request
        resolve(new Response(status === 204 ? null : responseText, { status, statusText }))
      }
      request.onerror = () => reject(new TypeError('the connection failed'))
      request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as XMLHttpRequestBodyInit | null)
    })
