import { expect, it } from 'vitest'
import type { PaymentProvider } from './provider.gateway.ts'
import { paymentProviders } from './service.ts'

const provider = (name: string): PaymentProvider => ({
  name,
  create: () => Promise.reject(new Error('not asked')),
  fetch: () => Promise.resolve(null),
  readWebhook: () => null,
  answer: null,
})

it('fetches payments where they were created', () => {
  const gateways = paymentProviders([provider('old'), provider('new')])
  expect(gateways.byName('old').name).toBe('old')
  expect(() => gateways.byName('manual')).toThrow(expect.objectContaining({ code: 'PROVIDER_UNAVAILABLE' }))
})
