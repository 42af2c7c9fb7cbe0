import { pdokLookup } from '../people/addresses/pdok.gateway.ts'
import type { Gateways } from './api.ts'
import { SENDCLOUD_API_BASE, sendcloudGateway } from '../shop/shipping/sendcloud.gateway.ts'
import { pushGateway, vapidKeysFrom } from '../people/notifications/push.gateway.ts'
import { smsGateway } from '../people/notifications/sms.gateway.ts'
import { STORECOVE_API_BASE, storecoveGateway } from '../money/invoices/peppol/storecove.gateway.ts'
import { mollieProvider } from '../money/payments/providers/mollie/gateway.ts'
import { VEROTEL } from '../money/payments/providers/verotel/contract.ts'
import { VEROTEL_API_BASE, verotelProvider } from '../money/payments/providers/verotel/gateway.ts'
import { findPostbacks } from '../money/payments/postback.service.ts'
import { VIES_API_BASE, viesLookup } from '../money/vat/vies.gateway.ts'
import { paymentProviders } from '../money/payments/service.ts'
import type { PaymentProvider } from '../money/payments/provider.gateway.ts'
import type { PaymentProviderName } from '../platform/providerAccounts.ts'
import type { Platform } from '../platform/platform.ts'
import { lovenseGateway } from '../live/toys/lovense.gateway.ts'
import { LOVENSE_API_BASE } from '../live/toys/admin/provider.service.ts'
import { createTextReader } from '../live/applications/textReader.gateway.ts'
import { openIdVerifier } from '../live/applications/provider.gateway.ts'
import type { ProviderErrorLog } from '../live/toys/providerError.service.ts'

/** The providers' clients, with the simulators in the place of those that have no address of their own. */
export function createGateways(
  { config, settings, log, keyFor, db, origin, now }: Platform,
  simulatorBase: string,
  providerErrors: ProviderErrorLog,
): Gateways {
  const { mollie, verotel, lovense, sendcloud, storecove, sms, identity, production } = config
  const mollieBase = mollie.apiBase ?? (simulatorBase ? `${simulatorBase}/mollie` : 'https://api.mollie.com')
  const lovenseBase = lovense.apiBase ?? (simulatorBase ? `${simulatorBase}/lovense` : LOVENSE_API_BASE)
  const sendcloudBase =
    sendcloud?.apiBase ?? (sendcloud?.isSimulated ? `${simulatorBase}/sendcloud` : SENDCLOUD_API_BASE)
  const storecoveBase =
    storecove?.apiBase ?? (storecove?.isSimulated ? `${simulatorBase}/storecove` : STORECOVE_API_BASE)
  const viesBase = config.viesApiBase ?? (simulatorBase ? `${simulatorBase}/vies` : VIES_API_BASE)
  const payments: Record<PaymentProviderName, PaymentProvider | null> = {
    mollie: mollieProvider({ ...mollie, apiBase: () => mollieBase, log }),
    verotel:
      verotel &&
      verotelProvider({
        ...verotel,
        ...verotelAddresses(verotel, simulatorBase, origin),
        findPostbacks: reference => findPostbacks(db, VEROTEL, reference),
        log,
      }),
  }
  return {
    payments: paymentProviders(Object.values(payments).filter(provider => provider !== null)),
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
    identity:
      identity &&
      openIdVerifier(
        { ...identity, issuer: identity.isSimulated ? `${simulatorBase}/identity` : identity.issuer },
        log,
        now,
      ),
    textReader: createTextReader(),
    carriers: sendcloud && sendcloudGateway({ ...sendcloud, apiBase: () => sendcloudBase, log }),
    peppol: storecove && storecoveGateway({ ...storecove, apiBase: () => storecoveBase, log }),
    vatNumbers: viesLookup(viesBase, log),
    addresses: config.addressLookup && pdokLookup(config.addressLookup.apiBase, log),
  }
}

/** The simulator has its order page where the shop is, because a browser goes there. */
function verotelAddresses(
  { base, apiBase, isSimulated }: NonNullable<Platform['config']['verotel']>,
  simulatorBase: string,
  origin: () => string,
) {
  const own = base ?? simulatorBase.replace(/simulator$/, 'verotel')
  return {
    base: own,
    orderBase: () => base ?? `${origin()}/verotel`,
    apiBase: apiBase ?? (isSimulated ? `${own}/api` : VEROTEL_API_BASE),
  }
}

/** `Gloed <post@example.com>` → `post@example.com`. */
const emailAddressIn = (from: string): string => /<(.+)>/.exec(from)?.[1] ?? from
