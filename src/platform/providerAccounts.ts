interface PaymentEnvironment {
  PAYMENT_PROVIDER: 'mollie'
  PAYMENT_PROVIDER_MINUTES: 'mollie'
  MOLLIE_API_KEY?: string | undefined
  MOLLIE_API_BASE?: string | undefined
  MOLLIE_ORGANISATION_TOKEN?: string | undefined
}

/** The provider of each kind of purchase, and the account at Mollie: the simulator's without a key. */
export const paymentAccountsOf = (env: PaymentEnvironment) => ({
  paymentProvider: {
    ORDER: env.PAYMENT_PROVIDER,
    MINUTES: env.PAYMENT_PROVIDER_MINUTES,
    GIFT: env.PAYMENT_PROVIDER,
  },
  mollie: {
    apiKey: env.MOLLIE_API_KEY ?? 'test_gloed_simulator',
    apiBase: env.MOLLIE_API_BASE,
    /** Null: settlements are not read. */
    organisationToken:
      env.MOLLIE_ORGANISATION_TOKEN ?? (env.MOLLIE_API_KEY === undefined ? 'access_gloed_simulator' : null),
  },
})

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
