import type { PaymentUse } from '../wire/paymentSettings.ts'

/** The payment providers that the program speaks to; `app/gateways.ts` has one for each. */
export const paymentProviderNames = ['mollie', 'verotel'] as const
export type PaymentProviderName = (typeof paymentProviderNames)[number]

/**
 * The kinds of purchase that a provider's published rules refuse: https://www.mollie.com/legal/prohibited-products names sexual digital content.
 */
export const refusedUses: Readonly<Record<string, readonly PaymentUse[]>> = {
  mollie: ['MINUTES'],
  verotel: [],
} satisfies Record<PaymentProviderName, readonly PaymentUse[]>

interface PaymentEnvironment {
  PAYMENT_PROVIDER: PaymentProviderName
  PAYMENT_PROVIDER_MINUTES?: PaymentProviderName | undefined
  VEROTEL_SHOP_ID?: string | undefined
  MOLLIE_API_KEY?: string | undefined
  MOLLIE_API_BASE?: string | undefined
  MOLLIE_ORGANISATION_TOKEN?: string | undefined
}

/**
 * The provider of each kind of purchase until an admin sets another, and the account at Mollie: the simulator's without a key. With an account at
 * Verotel, minutes go there unless the environment says otherwise.
 */
export const paymentAccountsOf = (env: PaymentEnvironment) => ({
  paymentProvider: {
    GOODS: env.PAYMENT_PROVIDER,
    DIGITAL: env.PAYMENT_PROVIDER,
    MINUTES:
      env.PAYMENT_PROVIDER_MINUTES ?? (env.VEROTEL_SHOP_ID === undefined ? env.PAYMENT_PROVIDER : 'verotel'),
    GIFT: env.PAYMENT_PROVIDER,
    GIFT_CARD: env.PAYMENT_PROVIDER,
  } satisfies Record<PaymentUse, PaymentProviderName>,
  mollie: {
    apiKey: env.MOLLIE_API_KEY ?? 'test_gloed_simulator',
    apiBase: env.MOLLIE_API_BASE,
    /** Null: settlements are not read. */
    organisationToken:
      env.MOLLIE_ORGANISATION_TOKEN ?? (env.MOLLIE_API_KEY === undefined ? 'access_gloed_simulator' : null),
  },
})

/** Ways to pay that Verotel has, and `ANY` for the choice of the customer; `IDEAL` alone has no chargebacks. */
export const verotelMethods = ['IDEAL', 'CC', 'DDEU', 'YOURSAFE_DIRECT', 'ANY'] as const

/** The host of each brand, by the first four digits of a merchant's number. */
const brandHosts: Readonly<Record<string, string>> = {
  '9804': 'https://secure.verotel.com',
  '9762': 'https://secure.billing.creditcard',
  '9653': 'https://secure.bitsafepay.com',
  '9511': 'https://secure.bill.creditcard',
  '9444': 'https://secure.paintfestpayments.com',
  '9388': 'https://secure.gaycharge.com',
  '9001': 'https://secure.yoursafedirect.com',
}

/** The address of a merchant's order page; undefined for a brand that is not known. */
export const verotelHostOf = (merchantId: string): string | undefined => brandHosts[merchantId.slice(0, 4)]

export const verotelVariables = ['VEROTEL_SHOP_ID', 'VEROTEL_SIGNATURE_KEY', 'VEROTEL_MERCHANT_ID'] as const

type OptionalVariables =
  | (typeof verotelVariables)[number]
  | `VEROTEL_${'API_USER' | 'API_PASSWORD' | 'REFUND_PATH' | 'BASE' | 'API_BASE'}`

type VerotelEnvironment = { [Name in OptionalVariables]?: string | undefined } & {
  NODE_ENV: string
  VEROTEL_METHOD: (typeof verotelMethods)[number]
}

/** The website at Verotel that the simulator knows. */
const simulatedWebsite = {
  isSimulated: true,
  shopId: '100001',
  signatureKey: 'gloed-test-key-000000000000000',
  api: { user: 'simulator', password: 'simulator', refundPath: null as string | null },
}

/**
 * The website at Verotel: the owner's, else the simulator's outside production.
 * @returns null without one, `INCOMPLETE` when a part is missing; `base`: of the order page, undefined for the simulator's; `api`: of the Control
 * Center, null where refunds are made by hand
 */
export function verotelAccountOf({
  VEROTEL_SHOP_ID: shopId,
  VEROTEL_SIGNATURE_KEY: signatureKey,
  VEROTEL_MERCHANT_ID: merchantId,
  ...env
}: VerotelEnvironment) {
  const { VEROTEL_METHOD: method, VEROTEL_BASE: base, VEROTEL_API_BASE: apiBase } = env
  const {
    VEROTEL_API_USER: user,
    VEROTEL_API_PASSWORD: password,
    VEROTEL_REFUND_PATH: refundPath = null,
  } = env
  if (!shopId && !signatureKey && !merchantId)
    return env.NODE_ENV === 'production' ? null : { ...simulatedWebsite, method, base, apiBase }
  if (!shopId || !signatureKey || !merchantId) return 'INCOMPLETE'
  const api = user && password ? { user, password, refundPath } : null
  const own = { isSimulated: false, shopId, signatureKey, api }
  return { ...own, method, base: base ?? verotelHostOf(merchantId), apiBase }
}

export const identityVariables = ['IDENTITY_ISSUER', 'IDENTITY_CLIENT_ID', 'IDENTITY_CLIENT_SECRET'] as const

type IdentityEnvironment = { [Name in (typeof identityVariables)[number]]?: string | undefined } & {
  NODE_ENV: string
  IDENTITY_NAME: string
}

/**
 * The client at the provider that proves identities: the owner's, else the simulator's outside production.
 * @returns null without one: an admin looks at documents; `INCOMPLETE` when a part is missing
 */
export function identityAccountOf(env: IdentityEnvironment) {
  const { IDENTITY_ISSUER: issuer, IDENTITY_CLIENT_ID: clientId, IDENTITY_CLIENT_SECRET: clientSecret } = env
  const { IDENTITY_NAME: name } = env
  if (!issuer && !clientId && !clientSecret)
    return env.NODE_ENV === 'production'
      ? null
      : { isSimulated: true, issuer: '', clientId: 'gloed', clientSecret: 'simulator', name }
  if (!issuer || !clientId || !clientSecret) return 'INCOMPLETE'
  return { isSimulated: false, issuer, clientId, clientSecret, name }
}

interface LovenseEnvironment {
  LOVENSE_TOKEN?: string | undefined
  LOVENSE_API_BASE?: string | undefined
  LOVENSE_CALLBACK_SECRET?: string | undefined
}

export const lovenseAccountOf = (env: LovenseEnvironment) => ({
  token: env.LOVENSE_TOKEN ?? 'simulator',
  hasOwnToken: env.LOVENSE_TOKEN !== undefined,
  apiBase: env.LOVENSE_API_BASE,
  callbackSecret: env.LOVENSE_CALLBACK_SECRET,
})

interface SendcloudEnvironment {
  NODE_ENV: string
  CARRIER_PROVIDER?: 'off' | 'sendcloud' | undefined
  SENDCLOUD_PUBLIC_KEY?: string | undefined
  SENDCLOUD_SECRET_KEY?: string | undefined
  SENDCLOUD_WEBHOOK_KEY?: string | undefined
  SENDCLOUD_API_BASE?: string | undefined
}

/**
 * The account for labels and pick-up points: the owner's, else the simulator's outside production.
 * @returns null when labels are made elsewhere, `INCOMPLETE` when a key is missing
 */
export function sendcloudAccountOf({
  SENDCLOUD_PUBLIC_KEY: publicKey,
  SENDCLOUD_SECRET_KEY: secretKey,
  ...env
}: SendcloudEnvironment) {
  if (env.CARRIER_PROVIDER === 'off') return null
  const hasKeys = publicKey !== undefined || secretKey !== undefined
  const isSimulated = !hasKeys && env.NODE_ENV !== 'production'
  if (!hasKeys && !isSimulated && env.CARRIER_PROVIDER === undefined) return null
  if (!isSimulated && (!publicKey || !secretKey)) return 'INCOMPLETE'
  const secret = secretKey ?? 'simulator'
  return {
    publicKey: publicKey ?? 'simulator',
    secretKey: secret,
    /** Signs the webhooks: the secret key itself, unless the integration has a key of its own for them. */
    webhookKey: env.SENDCLOUD_WEBHOOK_KEY ?? secret,
    apiBase: env.SENDCLOUD_API_BASE,
    isSimulated,
  }
}

interface StorecoveEnvironment {
  NODE_ENV: string
  PEPPOL_PROVIDER?: 'off' | 'storecove' | undefined
  STORECOVE_API_KEY?: string | undefined
  STORECOVE_LEGAL_ENTITY_ID?: number | undefined
  STORECOVE_WEBHOOK_KEY?: string | undefined
  STORECOVE_API_BASE?: string | undefined
}

/** Of the simulator. */
const SIMULATED_LEGAL_ENTITY = 100_001

/**
 * The account at the access point to the Peppol network: the owner's, else the simulator's outside production.
 * @returns null when nothing is sent, `INCOMPLETE` when a part is missing
 */
export function storecoveAccountOf({
  STORECOVE_API_KEY: apiKey,
  STORECOVE_LEGAL_ENTITY_ID: legalEntityId,
  ...env
}: StorecoveEnvironment) {
  if (env.PEPPOL_PROVIDER === 'off') return null
  const hasAccount = apiKey !== undefined || legalEntityId !== undefined
  const isSimulated = !hasAccount && env.NODE_ENV !== 'production'
  if (!hasAccount && !isSimulated && env.PEPPOL_PROVIDER === undefined) return null
  if (!isSimulated && (apiKey === undefined || legalEntityId === undefined)) return 'INCOMPLETE'
  return {
    apiKey: apiKey ?? 'simulator',
    legalEntityId: legalEntityId ?? SIMULATED_LEGAL_ENTITY,
    /** Signs the webhooks; null: none is believed, and deliveries are asked for. */
    webhookKey: env.STORECOVE_WEBHOOK_KEY ?? (isSimulated ? 'simulator' : null),
    apiBase: env.STORECOVE_API_BASE,
    isSimulated,
  }
}

interface VapidEnvironment {
  VAPID_PUBLIC_KEY?: string | undefined
  VAPID_PRIVATE_KEY?: string | undefined
}

export const vapidKeysOf = ({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: VapidEnvironment) =>
  VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
    ? { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY }
    : undefined

interface SmsEnvironment {
  SMS_API_BASE?: string | undefined
  SMS_API_TOKEN?: string | undefined
  SMS_FROM: string
}

/** @returns undefined when no text messages are sent */
export const smsAccountOf = ({ SMS_API_BASE, SMS_API_TOKEN, SMS_FROM }: SmsEnvironment) =>
  SMS_API_BASE && SMS_API_TOKEN ? { apiBase: SMS_API_BASE, token: SMS_API_TOKEN, from: SMS_FROM } : undefined
