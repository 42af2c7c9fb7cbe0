import { fastify, type FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { viesLookup } from '../../src/money/vat/vies.gateway.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { viesSimulator } from './routes.ts'

const faults = { isAway: false }
let app: FastifyInstance
let base: string
beforeAll(async () => {
  app = fastify({ forceCloseConnections: true })
  await app.register(viesSimulator, { faults })
  app.post('/broken/check-vat-number', () => 'geen JSON')
  app.post('/strange/check-vat-number', () => ({ valid: 'ja' }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => app.close())

const ask = (number: string, requester: string | null = 'BE0403170701', path = '') =>
  viesLookup(base + path, createLog('silent'))(number, requester)

it('says that a number is valid, with the consultation as proof', async () =>
  expect(await ask('NL004495445B01')).toEqual({
    isValid: true,
    name: 'VOORBEELD BV',
    consultation: 'WAPI000449544501',
  }))

it('has no proof without a number of one’s own', async () =>
  expect(await ask('NL004495445B01', null)).toMatchObject({ isValid: true, consultation: null }))

it('says that a number is none', async () =>
  expect(await ask('DE123456700')).toEqual({ isValid: false, name: null, consultation: null }))

it('knows nothing while VIES is away', async () => {
  const inject = (isAway: boolean) => app.inject({ method: 'POST', url: '/faults', body: { isAway } })
  expect((await inject(true)).statusCode).toBe(204)
  expect(await ask('NL004495445B01')).toBeNull()
  await inject(false)
  expect(await ask('NL004495445B01')).toMatchObject({ isValid: true })
})

it.each([
  ['the member state does not answer', 'DE123456799', ''],
  ['the answer is no JSON', 'DE136695976', '/broken'],
  ['the answer is something else', 'DE136695976', '/strange'],
  ['nothing is there', 'DE136695976', '/nothing'],
])('knows nothing when %s', async (_, number, path) =>
  expect(await ask(number, 'BE0403170701', path)).toBeNull(),
)
