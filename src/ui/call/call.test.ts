import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import {
  call,
  CallError,
  isSessionExpired,
  OFFLINE_MESSAGE,
  serverReason,
  setApiTransport,
  userMessageOf,
} from './call.ts'

const search = endpoint('GET /api/shelves/:shelf/things', 'public', {
  summary: 'Things',
  input: z.object({
    shelf: z.string(),
    q: z.string().optional(),
    tag: z.array(z.string()).default([]),
  }),
  output: z.array(z.string()),
})
const put = endpoint('PUT /api/things/:id', 'customer', {
  summary: 'Set',
  input: z.object({ id: z.string(), size: z.int() }),
  output: z.object({ size: z.int() }).nullable(),
})
const stop = endpoint('POST /api/stop', 'customer', {
  summary: 'Stop',
  output: z.null(),
})

/** Gives every call the same answer, and records the requests. */
function answerWith(respond: () => Response) {
  const asked: { path: string; init: RequestInit }[] = []
  setApiTransport((path, init) => {
    asked.push({ path, init })
    return Promise.resolve(respond())
  })
  return asked
}

const failing = (status: number, body: string, statusText = '') =>
  answerWith(() => new Response(body, { status, statusText }))

const errorOf = async (promise: Promise<unknown>): Promise<CallError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(CallError)
  return error as CallError
}

afterEach(() => setApiTransport())

describe('a request', () => {
  test('a GET puts path parameters in the path, and the rest in the query', async () => {
    const asked = answerWith(() => Response.json(['a']))
    expect(await call(search, { shelf: 'a/b', q: 'zacht & warm', tag: ['x', 'y'] })).toEqual(['a'])
    expect(asked[0]?.path).toBe('/api/shelves/a%2Fb/things?q=zacht+%26+warm&tag=x&tag=y')
    expect(asked[0]?.init).toMatchObject({
      method: 'GET',
      body: null,
      headers: { accept: 'application/json' },
    })
  })

  test('an undefined field is left out of the query', async () => {
    const asked = answerWith(() => Response.json([]))
    await call(search, { shelf: 'a', q: undefined })
    expect(asked[0]?.path).toBe('/api/shelves/a/things')
  })

  test('a PUT sends all fields that are not in the path as JSON', async () => {
    const asked = answerWith(() => Response.json({ size: 3 }))
    await call(put, { id: '7', size: 3 })
    expect(asked[0]).toMatchObject({
      path: '/api/things/7',
      init: { method: 'PUT', body: '{"size":3}', headers: { 'content-type': 'application/json' } },
    })
  })

  test('without a body there is no content type', async () => {
    const asked = answerWith(() => new Response(null, { status: 204 }))
    expect(await call(stop, {})).toBeNull()
    expect(asked[0]?.init.body).toBeNull()
    expect(asked[0]?.init.headers).not.toHaveProperty('content-type')
  })

  test('an idempotency key is sent as a header', async () => {
    const asked = answerWith(() => Response.json({ size: 1 }))
    await call(put, { id: '7', size: 1 }, { idempotencyKey: 'k-1' })
    expect(asked[0]?.init.headers).toMatchObject({ 'idempotency-key': 'k-1' })
  })
})

describe('a failed call', () => {
  test('has the code, message, fields and details of the problem', async () => {
    const body = JSON.stringify({
      code: 'INSUFFICIENT_STOCK',
      message: 'Nog 2 over',
      fields: { quantity: 'Kies er 2' },
      available: 2,
    })
    failing(409, body)
    const error = await errorOf(call(put, { id: '7', size: 3 }))
    expect(error.message).toBe(`409: ${body}`)
    expect(error).toMatchObject({
      status: 409,
      code: 'INSUFFICIENT_STOCK',
      reason: 'Nog 2 over',
      fields: { quantity: 'Kies er 2' },
      details: { available: 2 },
    })
    expect(userMessageOf(error)).toBe('Nog 2 over')
  })

  test('has the status text when the body is empty', async () => {
    failing(404, '', 'Not Found')
    const error = await errorOf(call(search, { shelf: 'a' }))
    expect(error.message).toBe('404: Not Found')
    expect(error.code).toBe('NOT_FOUND')
  })

  test.each([
    [502, '<html>bad gateway</html>', 'UNAVAILABLE'],
    [500, 'null', 'INTERNAL'],
    [418, '{"code":"constructor"}', 'INTERNAL'],
    [401, '', 'NO_SESSION'],
  ])('with status %d and another body has a Dutch message', async (status, body, code) => {
    failing(status, body)
    const error = await errorOf(call(search, { shelf: 'a' }))
    expect(error.code).toBe(code)
    expect(error.reason).toMatch(/\.$/)
  })

  test('of ours names the code to quote to the shop; any other does not', async () => {
    const told = async (status: number, code: string) => {
      failing(status, JSON.stringify({ code, message: 'Mislukt.', requestId: '3f9a12c477be' }))
      return userMessageOf(await errorOf(call(search, { shelf: 'a' })))
    }
    expect(await told(500, 'INTERNAL')).toBe('Mislukt. Foutcode 3f9a12c477be.')
    expect(await told(503, 'UNAVAILABLE')).toBe('Mislukt.')
  })

  test('without a connection is a CallError too', async () => {
    setApiTransport(() => Promise.reject(new TypeError('Failed to fetch')))
    const error = await errorOf(call(search, { shelf: 'a' }))
    expect(error).toMatchObject({ status: 0, code: 'OFFLINE', reason: OFFLINE_MESSAGE })
  })

  test('has the reason of the server, and another text where that gave none', async () => {
    const told = async () => serverReason(await errorOf(call(search, { shelf: 'a' })), 'Niet gelukt')
    failing(409, JSON.stringify({ code: 'INSUFFICIENT_STOCK', message: 'Nog 2 over' }))
    expect(await told()).toBe('Nog 2 over')
    failing(500, JSON.stringify({ code: 'INTERNAL', message: 'Mislukt.' }))
    expect(await told()).toBe('Niet gelukt')
    failing(502, '<html>bad gateway</html>')
    expect(await told()).toBe('Niet gelukt')
    setApiTransport(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await told()).toBe('Niet gelukt')
  })

  test('that was aborted says so', async () => {
    setApiTransport((_, init) => Promise.reject((init.signal as AbortSignal).reason as Error))
    const signal = AbortSignal.abort()
    await expect(call(search, { shelf: 'a' }, { signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('distinguishes an expired session from a wrong password', async () => {
    failing(401, JSON.stringify({ code: 'NO_SESSION', message: 'Log eerst in.' }))
    expect(isSessionExpired(await errorOf(call(stop, {})))).toBe(true)
    failing(401, JSON.stringify({ code: 'INVALID_CREDENTIALS', message: 'Klopt niet.' }))
    expect(isSessionExpired(await errorOf(call(stop, {})))).toBe(false)
  })
})
