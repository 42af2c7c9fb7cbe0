import type { PaymentUse } from '../../wire/paymentSettings.ts'
import type { Platform } from '../../platform/platform.ts'
import { refusedUses } from '../../platform/providerAccounts.ts'

type Choices = {
  config: Pick<Platform['config'], 'paymentProvider' | 'paymentAccounts'>
  settings: Pick<Platform['settings'], 'current'>
}

/** The name of the provider for new payments of a kind of purchase: the owner's choice while there is an account, else the environment's. */
export function providerOf({ config, settings }: Choices, use: PaymentUse): string {
  const chosen = settings.current.paymentProviders[use]
  return chosen !== undefined && config.paymentAccounts.includes(chosen)
    ? chosen
    : config.paymentProvider[use]
}

/** Whether the published rules of a provider refuse a kind of purchase. */
export const isRefusedBy = (provider: string, use: PaymentUse): boolean =>
  refusedUses[provider]?.includes(use) === true

/**
 * Whether gift cards and store credit may pay for a kind of purchase: not when they were paid at a provider that refuses it, so that nobody buys
 * there in two steps, unless the owner says that they may.
 */
export function creditMayBuy(platform: Choices, use: PaymentUse): boolean {
  const issuer = providerOf(platform, 'GIFT_CARD')
  const isSame = issuer === providerOf(platform, use)
  return isSame || !isRefusedBy(issuer, use) || platform.settings.current.creditBuysAll
}
