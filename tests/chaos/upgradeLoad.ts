import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { sendCommand, startControl } from '../../src/live/sessions/contract.ts'
import { LIVE_SOCKET_PATH } from '../../src/live/sessions/socket.contract.ts'
import { LiveConnection } from '../../src/live/sessions/ui/liveConnection.hooks.ts'
import { addToCart, readCart } from '../../src/shop/cart/contract.ts'
import { listProducts } from '../../src/shop/products/catalog/contract.ts'
import { checkout } from '../../src/shop/checkout/contract.ts'
import { addAddressFor, completePayment } from '../support/fixtures.ts'
import { createTestClient, type TestClient, type TestResponse } from '../support/shop.ts'

/** The answers to customers. */
export const load = {
  answered: 0,
  /** Commands whose socket closed before their answer, which the pad sends again. */
  retried: 0,
  /** The unexpected answers: an error of the shop or of the connection, with its time. */
  refused: [] as string[],
}

const note = (what: string) => void load.refused.push(`${new Date().toISOString()} ${what}`)

/** Counts an answer; one of 500 and above, or none, is a refusal. */
async function counted<T>(what: string, request: Promise<TestResponse<T>>): Promise<TestResponse<T> | null> {
  try {
    const answer = await request
    load.answered += 1
    if (answer.status >= 500) note(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  } catch (error) {
    note(`${what}: ${String((error as Error).cause ?? error)}`)
    return null
  }
}

/** A visitor who opens pages, with the files that they load, and the catalogue. */
export async function browse(origin: string, isOver: () => boolean): Promise<void> {
  const client = createTestClient(origin)
  while (!isOver()) {
    await counted('catalogue', client.call(listProducts))
    const page = await counted('page', client.request('GET', '/shop'))
    for (const [file] of String(page?.body).matchAll(/\/assets\/[\w.-]+\.js/g)) {
      const asset = await counted('asset', client.request('GET', file))
      if (asset && asset.status !== 200) note(`asset ${file}: ${asset.status}`)
    }
    await pause(50)
  }
}

/** A customer who fills the cart, orders and pays. @returns the orders */
export async function order(client: TestClient, productId: string, isOver: () => boolean): Promise<string[]> {
  const addressId = await addAddressFor(client)
  const ordered: string[] = []
  for (let count = 0; !isOver(); count += 1) {
    await counted('cart', client.call(addToCart, { productId, quantity: 1 }))
    await counted('cart', client.call(readCart))
    const key = { 'idempotency-key': `order-${count}-${productId}` }
    const input = { items: [{ productId, quantity: 1 }], addressId }
    const made = await counted('checkout', client.call(checkout, input, key))
    if (made?.status === 201) {
      ordered.push(made.body.orderId)
      await completePayment(made.body.paymentUrl as string, 'paid').catch((error: unknown) =>
        note(`payment: ${String(error)}`),
      )
    } else note(`checkout: ${made?.status}`)
    await pause(100)
  }
  return ordered
}

/** A tab in control of a toy: the browser's own connection, and a command over HTTP while it is closed. */
export async function openTab(origin: string, client: TestClient, toyDeviceId: string) {
  // Node's own WebSocket sets headers, which a page's script cannot.
  const Socket = WebSocket as unknown as new (url: string, options: { headers: object }) => WebSocket
  const headers = { cookie: client.cookie(), origin }
  const connection = new LiveConnection({
    connect: () => new Socket(origin.replace(/^http/, 'ws') + LIVE_SOCKET_PATH, { headers }),
    isLive: () => true,
  })
  expect((await client.call(startControl, { toyDeviceId })).status).toBe(201)
  connection.open()
  await vi.waitFor(() => expect(connection.isOpen()).toBe(true), 10_000)
  const overHttp = (command: object) =>
    counted('command over HTTP', client.call(sendCommand, { toyDeviceId, command: 'vibrate', ...command }))
  return {
    connection,
    async play(intensity: number): Promise<void> {
      if (!connection.isOpen()) return void (await overHttp({ intensity }))
      try {
        await connection.sendCommand({ toyDeviceId, command: 'vibrate', intensity })
        load.answered += 1
      } catch (error) {
        const { code } = error as { code?: string }
        if (code !== 'OFFLINE') return note(`command: ${code}`)
        load.retried += 1
        await overHttp({ intensity })
      }
    },
  }
}

/** A tab in control of a toy. */
export type ControlTab = Awaited<ReturnType<typeof openTab>>
