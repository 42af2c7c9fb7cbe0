import { expect, it } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import type { Settings } from '../../wire/settings.ts'
import { creditMayBuy, providerOf } from './uses.service.ts'

const shopWith = (environment: Record<string, string>, changes: Partial<Settings> = {}) => {
  const config = readConfig(environment)
  return { config, settings: { current: { ...config.settings, ...changes } } }
}
const website = {
  VEROTEL_SHOP_ID: '100001',
  VEROTEL_SIGNATURE_KEY: 'a-key-of-sixteen-or-more',
  VEROTEL_MERCHANT_ID: '9804000000000001',
}

it('has one provider for all until there is an account at a specialist, which then gets the minutes', () => {
  expect(providerOf(shopWith({}), 'MINUTES')).toBe('mollie')
  expect(providerOf(shopWith(website), 'MINUTES')).toBe('verotel')
  expect(providerOf(shopWith(website), 'GOODS')).toBe('mollie')
  expect(providerOf(shopWith({ ...website, PAYMENT_PROVIDER_MINUTES: 'mollie' }), 'MINUTES')).toBe('mollie')
})

it('takes the owner’s choice before the environment’s', () => {
  const shop = shopWith(website, { paymentProviders: { GIFT: 'verotel', MINUTES: 'mollie' } })
  expect([providerOf(shop, 'GIFT'), providerOf(shop, 'MINUTES'), providerOf(shop, 'DIGITAL')]).toEqual([
    'verotel',
    'mollie',
    'mollie',
  ])
})

it('lets credit buy what the provider of gift cards refuses only when the owner says so', () => {
  const shop = shopWith(website)
  expect(creditMayBuy(shop, 'MINUTES')).toBe(false)
  expect(creditMayBuy(shop, 'GOODS')).toBe(true)
  expect(creditMayBuy(shopWith(website, { creditBuysAll: true }), 'MINUTES')).toBe(true)
  expect(creditMayBuy(shopWith(website, { paymentProviders: { GIFT_CARD: 'verotel' } }), 'MINUTES')).toBe(
    true,
  )
  expect(creditMayBuy(shopWith({}), 'MINUTES')).toBe(true)
})
