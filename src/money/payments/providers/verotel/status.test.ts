import { expect, it } from 'vitest'
import { readStatus } from './status.gateway.ts'

it('reads lines with and without quotes, and nothing of the buyer', () => {
  const text = [
    '---',
    'response: FOUND',
    "saleResult: 'APPROVED'",
    'saleID: "7000001"',
    'priceAmount : 25.00',
    'billingAddr_fullName: "Robin: de Vries"',
    'email: robin@gloed.test',
    'country: NL',
    'saleID: 8',
  ].join('\r\n')
  expect(readStatus(text)).toEqual({
    response: 'FOUND',
    saleResult: 'APPROVED',
    saleID: '7000001',
    priceAmount: '25.00',
    country: 'NL',
  })
})

it.each(['', '<html><body>Service unavailable</body></html>', '{"response": "FOUND"}', '!!js/function: x'])(
  'reads nothing from %j',
  text => expect(readStatus(text)).toEqual({}),
)
