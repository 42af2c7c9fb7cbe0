import { pdokLookup } from '../people/addresses/pdok.gateway.ts'
import type { Gateways } from './api.ts'
import { SENDCLOUD_API_BASE, sendcloudGateway } from '../shop/shipping/sendcloud.gateway.ts'
import { pushGateway, vapidKeysFrom } from '../people/notifications/push.gateway.ts'
import { smsGateway } from '../people/notifications/sms.gateway.ts'
import { STORECOVE_API_BASE, storecoveGateway } from '../money/invoices/peppol/storecove.gateway.ts'
import { mollieGateway } from '../money/payments/mollie.gateway.ts'
import { VIES_API_BASE, viesLookup } from '../money/vat/vies.gateway.ts'
import { paymentGateways } from '../money/payments/service.ts'
import type { Platform } from '../platform/platform.ts'
import { lovenseGateway } from '../live/toys/lovense.gateway.ts'
import { LOVENSE_API_BASE } from '../live/toys/provider.service.ts'
import type { ProviderErrorLog } from '../live/toys/providerError.service.ts'

/** The providers' clients, with the simulators in the place of those that have no address of their own. */
export function createGateways(
  { config, settings, log, keyFor }: Platform,
  simulatorBase: string,
  providerErrors: ProviderErrorLog,
): Gateways {
  const { mollie, lovense, sendcloud, storecove, sms, production } = config
  const mollieBase = mollie.apiBase ?? (simulatorBase ? `${simulatorBase}/mollie` : 'https://api.mollie.com')
  const lovenseBase = lovense.apiBase ?? (simulatorBase ? `${simulatorBase}/lovense` : LOVENSE_API_BASE)
  const sendcloudBase =
    sendcloud?.apiBase ?? (sendcloud?.isSimulated ? `${simulatorBase}/sendcloud` : SENDCLOUD_API_BASE)
  const storecoveBase =
    storecove?.apiBase ?? (storecove?.isSimulated ? `${simulatorBase}/storecove` : STORECOVE_API_BASE)
  const viesBase = config.viesApiBase ?? (simulatorBase ? `${simulatorBase}/vies` : VIES_API_BASE)
  const payments = mollieGateway({ ...mollie, apiBase: () => mollieBase, log })
  return {
    payments: paymentGateways([payments], config.paymentProvider),
    push: pushGateway({
      keys: config.vapid ?? vapidKeysFrom(keyFor('vapid')),
      contact: () => `mailto:${settings.current.company.email ?? emailAddressIn(config.mailFrom)}`,
      allowsLoopback: !production,
    }),
    sms: sms ? smsGateway(sms) : null,
    toys: lovenseGateway({
      apiBase: () => lovenseBase,
      token: lovense.token,
      log,
      onError: (call, code) => providerErrors.record(call, code),
    }),
    carriers: sendcloud && sendcloudGateway({ ...sendcloud, apiBase: () => sendcloudBase, log }),
    peppol: storecove && storecoveGateway({ ...storecove, apiBase: () => storecoveBase, log }),
    vatNumbers: viesLookup(viesBase, log),
    addresses: config.addressLookup && pdokLookup(config.addressLookup.apiBase, log),
  }
}

/** `Gloed <post@example.com>` → `post@example.com`. */
const emailAddressIn = (from: string): string => /<(.+)>/.exec(from)?.[1] ?? from
