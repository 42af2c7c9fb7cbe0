import { expect, it } from 'vitest'
import { isPublicIp, mayBePublicHost, publicLookup } from './ssrfGuard.ts'

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'geen adres',
])('%s is not on the public internet', address => expect(isPublicIp(address)).toBe(false))

it.each(['1.1.1.1', '172.32.0.1', '99.255.255.255', '2606:4700::1111'])(
  '%s is on the public internet',
  address => expect(isPublicIp(address)).toBe(true),
)

it('checks IP addresses at once, and names when they are resolved', async () => {
  expect([mayBePublicHost('[::1]'), mayBePublicHost('127.0.0.1')]).toEqual([false, false])
  expect(mayBePublicHost('push.example')).toBe(true)
  for (const all of [true, false]) {
    const error = await new Promise(resolve => publicLookup('localhost', { all }, resolve))
    expect(String(error)).toContain('not on the open internet')
  }
})
