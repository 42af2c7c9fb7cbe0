import { expect, it } from 'vitest'
import type { PaymentGateway } from './gateway.ts'
import { paymentGateways } from './service.ts'

const provider = (name: string): PaymentGateway => ({
  name,
  webhookPath: `/api/webhooks/${name}`,
  create: () => Promise.reject(new Error('not asked')),
  fetch: () => Promise.resolve(null),
  refund: () => Promise.reject(new Error('not asked')),
  readWebhook: () => null,
  readAccount: () => Promise.resolve({ name, isLive: true, methods: [] }),
  readPage: () => Promise.resolve({ records: [], next: null }),
  settlements: null,
})

it('creates new payments at the provider of their kind, and fetches existing ones where they were created', () => {
  const gateways = paymentGateways([provider('old'), provider('new')], {
    ORDER: 'old',
    MINUTES: 'new',
    GIFT: 'old',
  })
  expect(gateways.forKind('ORDER').name).toBe('old')
  expect(gateways.forKind('MINUTES').name).toBe('new')
  expect(gateways.byName('old').name).toBe('old')
  expect(() => gateways.byName('manual')).toThrow(expect.objectContaining({ code: 'PROVIDER_UNAVAILABLE' }))
})
