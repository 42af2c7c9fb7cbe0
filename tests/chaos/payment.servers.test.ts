import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ensureBuilt } from '../../bin/builds.js'
import { demoAccounts } from '../../src/app/demo/accounts.ts'
import { openSmtpServer, type TestSmtpServer } from '../support/smtpServer.ts'
import { startServer, type ServerProcess } from '../support/server.ts'

/** `kill -9` at any moment of ordering and paying: the retries afterwards result in exactly one sale, and no partial writes. */
let dataDir: string
let mailbox: TestSmtpServer
let server: ServerProcess
let env: Record<string, string>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gloed-chaos-'))
  mailbox = await openSmtpServer()
  const build = process.env['BUILD_DIR'] ?? (await ensureBuilt(process.execPath))
  env = { DEMO: 'small', SMTP_URL: mailbox.url, RATE_LIMIT_FACTOR: '1000', BUILD_DIR: build }
  server = await startServer({ dataDir, env })
  await signIn()
}, 120_000)
afterAll(async () => {
  await server.stop()
  await mailbox.close()
  await rm(dataDir, { recursive: true, force: true })
})

const restart = async () =>
  void (server = await startServer({ dataDir, env, port: Number(new URL(server.origin).port) }))
let cookie = ''

interface Answered<T> {
  status: number
  location: string | null
  cookies: string[]
  body: T
}

async function request<T>(
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<Answered<T>> {
  const response = await fetch(new URL(path, server.origin), {
    method,
    redirect: 'manual',
    headers: { cookie, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    location: response.headers.get('location'),
    cookies: response.headers.getSetCookie(),
    body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null) as T,
  }
}

async function signIn(): Promise<void> {
  const customer = demoAccounts.find(({ role }) => role === 'USER')
  const { status, cookies } = await request('POST', '/api/login', {
    email: customer?.email,
    password: customer?.password,
  })
  expect(status).toBe(200)
  cookie = cookies.map(each => each.split(';')[0]).join('; ')
}

const read = async <T>(path: string): Promise<T> => {
  const { status, body } = await request<T>('GET', path)
  expect(status).toBe(200)
  return body
}
interface Product {
  id: string
  stock: number
  price: number
  options?: unknown
}
const stockOf = async (id: string) => (await read<Product>(`/api/products/${id}`)).stock
const balance = async () => (await read<{ minutesBalance: number }>('/api/user')).minutesBalance
const orders = () => read<{ id: string; number: string; status: string }[]>('/api/orders')

/** Presses “betaald” and returns, as a browser does. @returns the page at the end of the redirects */
async function pay(paymentUrl: string): Promise<string | null> {
  const page = await fetch(paymentUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'paid' }),
  })
  expect(page.status).toBe(303)
  return (await request('GET', page.headers.get('location') as string)).location
}

/** Orders two units and buys minutes; the same key gives the same order and purchase. */
async function buyAll(key: string, productId: string, addressId: string): Promise<(string | null)[]> {
  const headers = { 'idempotency-key': key }
  const order = async () => {
    const input = { items: [{ productId, quantity: 2 }], addressId }
    const { status, body } = await request<{ paymentUrl: string }>(
      'POST',
      '/api/cart/checkout',
      input,
      headers,
    )
    expect(status).toBe(201)
    return pay(body.paymentUrl)
  }
  const minutes = async () => {
    const input = { packageId: 'quick', minutes: 5, price: 1000 }
    const { status, body } = await request<{ paymentUrl: string }>('POST', '/api/purchase-minutes', input, {
      'idempotency-key': `minutes-${key}`,
    })
    expect(status).toBe(201)
    return pay(body.paymentUrl)
  }
  return Promise.all([order(), minutes()])
}

const LONGEST_MS = 30_000
const MOST_ROUNDS = 10
const FEWEST_ROUNDS = 4

it(
  'ends in one PAID order, one credit, the right stock and one mail each',
  { timeout: 240_000 },
  async () => {
    const product = (await read<Product[]>('/api/products')).find(
      ({ stock, options }) => stock >= 30 && !options,
    ) as Product
    const [address] = await read<{ id: string }[]>('/api/addresses')
    const before = {
      stock: await stockOf(product.id),
      balance: await balance(),
      orders: (await orders()).length,
    }
    const buy = (key: string) => buyAll(key, product.id, address?.id as string)
    const began = Date.now()
    await buy('undisturbed')
    const usual = Date.now() - began

    let rounds = 1
    const moments: number[] = []
    while (rounds < FEWEST_ROUNDS || (rounds < MOST_ROUNDS && Date.now() - began < LONGEST_MS)) {
      const moment = Math.round(Math.random() * usual)
      moments.push(moment)
      await request('POST', '/api/cart', { productId: product.id })
      const cutOff = buy(`round-${rounds}`).catch(() => 'cut off')
      await pause(moment)
      await server.kill()
      await cutOff
      await restart()
      const landed = await buy(`round-${rounds}`)
      rounds += 1
      const told = `killed after ${moments.join(', ')} ms of ${usual}`
      expect(landed, told).toEqual([
        expect.stringMatching(/^\/\?payment=success&/),
        expect.stringMatching(/^\/dashboard\?payment=success&/),
      ])
      const made = (await orders()).slice(0, (await orders()).length - before.orders)
      expect(
        made.map(({ status }) => status),
        told,
      ).toEqual(Array.from({ length: rounds }, () => 'PAID'))
      expect(await stockOf(product.id), told).toBe(before.stock - 2 * rounds)
      expect(await balance(), told).toBe(before.balance + 5 * rounds)
      expect(await read('/api/cart'), told).toEqual([])
    }

    const numbers = (await orders()).slice(0, rounds).map(({ number }) => number)
    const namesOf = (number: string) =>
      new Set(
        mailbox.received.filter(({ subject }) => subject?.includes(number)).map(({ messageId }) => messageId),
      )
    await vi.waitFor(
      () => {
        for (const number of numbers) expect(namesOf(number).size, number).toBe(1)
      },
      { timeout: 60_000, interval: 100 },
    )
  },
)
