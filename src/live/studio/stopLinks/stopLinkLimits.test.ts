import { expect, it } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import { createStopLink, stopByLink } from './contract.ts'

/** 180 calls a minute from an address, nine of them with tokens without a link. */
const control = controlFixture({
  LIVE_COUNTDOWN_SECONDS: '30',
  RATE_LIMIT_FACTOR: '0.3',
  TRUSTED_PROXIES: '127.0.0.1',
})
const from = (address: string) => ({ 'x-forwarded-for': address })
const useLink = (token: string, address: string) =>
  control.shop.newClient().call(stopByLink, { token }, from(address))

it('a stop is taken from an address that has used up its calls, also those with invented tokens', async () => {
  const address = '203.0.113.7'
  const { body } = await control.creator.call(createStopLink, { name: 'In mijn tas', isSingleUse: false })
  const { toyId, send } = await control.inControl()
  expect((await send({ command: 'vibrate', intensity: 9 })).status).toBe(200)
  const read = () => control.shop.newClient().request('GET', '/api/products', undefined, from(address))
  await Promise.all(Array.from({ length: 180 }, read))
  expect((await read()).status).toBe(429)
  const invented = await Promise.all(Array.from({ length: 10 }, () => useLink('invented', address)))
  const count = (wanted: number) => invented.filter(({ status }) => status === wanted).length
  expect([count(404), count(429)]).toEqual([9, 1])
  expect((await useLink('invented', '203.0.113.8')).status).toBe(404)

  const token = body.url.split('/').at(-1) ?? ''
  expect(await useLink(token, address)).toMatchObject({ status: 200, body: { sessions: 1 } })
  await control.simulator.untilLevel(toyId, 0)
})
