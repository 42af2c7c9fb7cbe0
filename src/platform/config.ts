import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { LegalForm } from '../wire/company.ts'
import { Settings, VatMode } from '../wire/settings.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform(text => ['on', 'true', '1'].includes(text))
const positive = z.coerce.number().positive()
const url = z.url().transform(text => text.replace(/\/+$/, ''))

/** Every environment variable of the program; the README describes each. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  BUILD_DIR: z.string().min(1).default('./dist/current'),
  BACKUP_DIR: z.string().min(1).optional(),
  DEV: flag.default(false),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  PUBLIC_URL: url.optional(),
  SHOP_NAME: z.string().trim().min(1).max(60).default('Gloed'),
  STOREFRONT_ACCESS: z.enum(['members', 'public']).default('members'),
  DEMO: flag.optional(),
  SESSION_SECRET: z.string().min(32).optional(),
  PAYMENT_PROVIDER: z.enum(['mollie']).default('mollie'),
  PAYMENT_PROVIDER_MINUTES: z.enum(['mollie']).default('mollie'),
  MOLLIE_API_KEY: z.string().min(1).optional(),
  MOLLIE_API_BASE: url.optional(),
  LOVENSE_TOKEN: z.string().min(1).optional(),
  LOVENSE_API_BASE: url.optional(),
  LOVENSE_CALLBACK_SECRET: z.string().min(16).optional(),
  ADDRESS_LOOKUP: z.enum(['off', 'pdok']).default('off'),
  PDOK_API_BASE: url.default('https://api.pdok.nl/bzk/locatieserver/search/v3_1'),
  VAPID_PUBLIC_KEY: z.string().length(87).optional(),
  VAPID_PRIVATE_KEY: z.string().length(43).optional(),
  SMS_API_BASE: url.optional(),
  SMS_API_TOKEN: z.string().min(1).optional(),
  SMS_FROM: z.string().min(1).max(16).default('Gloed'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Gloed <post@gloed.test>'),
  SELLER_NAME: z.string().optional(),
  SELLER_STREET: z.string().optional(),
  SELLER_POSTAL_CODE: z.string().optional(),
  SELLER_CITY: z.string().optional(),
  SELLER_LEGAL_FORM: LegalForm.default('SOLE_PROPRIETOR'),
  SELLER_COUNTRY: z.enum(['BE', 'NL']).default('BE'),
  SELLER_COMPANY_NUMBER: z.string().optional(),
  SELLER_VAT_NUMBER: z.string().optional(),
  SELLER_EMAIL: z.string().optional(),
  SELLER_PHONE: z.string().optional(),
  SELLER_COMPLAINTS: z.string().optional(),
  VAT_MODE: VatMode.default('NL_21'),
  LIVE_COUNTDOWN_SECONDS: z.coerce.number().min(0).max(600).default(30),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
  HOLD_MINUTES: positive.default(30),
  RETENTION_YEARS: z.coerce.number().int().min(1).max(100).default(7),
  PLACEHOLDER_RATING: flag.default(true),
  TRUSTED_PROXIES: z.string().optional(),
  RATE_LIMIT_FACTOR: positive.default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  REQUIRE_ADMIN_TOTP: flag.default(false),
  ALLOW_EMBEDDED: flag.default(false),
})

/** A reason not to start that the owner can fix; printed as one line. */
export class StartupError extends Error {}

/**
 * Reads the environment.
 * @throws StartupError naming every variable that is wrong, or missing in production.
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const env = parseEnvironment(environment)
  const production = env.NODE_ENV === 'production'
  if (production) requireProductionVariables(env)
  return {
    production,
    dev: env.DEV && !production,
    port: env.PORT,
    host: env.HOST,
    /** The port of the metrics. Undefined: on the shop's port in development, and off in production. */
    metricsPort: env.METRICS_PORT,
    dataDir: resolve(env.DATA_DIR),
    buildDir: resolve(env.BUILD_DIR),
    /** Undefined: the shop can't tell whether there are backups. */
    backupDir: env.BACKUP_DIR && resolve(env.BACKUP_DIR),
    databaseUrl: env.DATABASE_URL,
    /** The bus between nodes; a single node needs none. */
    redisUrl: env.REDIS_URL,
    /** Undefined: the URL that the server listens on. */
    publicUrl: env.PUBLIC_URL,
    /** The defaults until an admin saves settings. */
    settings: defaultSettings(env),
    demo: !production && env.DEMO !== false,
    sessionSecret: env.SESSION_SECRET,
    paymentProvider: {
      ORDER: env.PAYMENT_PROVIDER,
      MINUTES: env.PAYMENT_PROVIDER_MINUTES,
      GIFT: env.PAYMENT_PROVIDER,
    },
    mollie: { apiKey: env.MOLLIE_API_KEY ?? 'test_gloed_simulator', apiBase: env.MOLLIE_API_BASE },
    lovense: {
      token: env.LOVENSE_TOKEN ?? 'simulator',
      hasOwnToken: env.LOVENSE_TOKEN !== undefined,
      apiBase: env.LOVENSE_API_BASE,
      callbackSecret: env.LOVENSE_CALLBACK_SECRET,
    },
    /** Finds the street of a postcode; null when off. */
    addressLookup: env.ADDRESS_LOOKUP === 'pdok' ? { apiBase: env.PDOK_API_BASE } : null,
    /** The key pair that signs push messages; undefined: derived from the session secret. */
    vapid:
      env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
        ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
        : undefined,
    /** Undefined: no text messages are sent. */
    sms: smsAccountOf(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    countdownSeconds: env.LIVE_COUNTDOWN_SECONDS,
    /** How long a node that is to stop serves on, so that proxies notice. */
    drainMs: (env.DRAIN_SECONDS ?? (production ? 5 : 0)) * 1000,
    holdMinutes: env.HOLD_MINUTES,
    /** How long the law requires invoices to be kept. */
    retentionYears: env.RETENTION_YEARS,
    trustedProxies: env.TRUSTED_PROXIES?.split(',').map(proxy => proxy.trim()) ?? [],
    /** Whether an admin has admin rights only with two-step verification. */
    requireAdminTotp: env.REQUIRE_ADMIN_TOTP,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    logLevel: env.LOG_LEVEL,
  }
}

const smsAccountOf = ({ SMS_API_BASE, SMS_API_TOKEN, SMS_FROM }: z.output<typeof Environment>) =>
  SMS_API_BASE && SMS_API_TOKEN ? { apiBase: SMS_API_BASE, token: SMS_API_TOKEN, from: SMS_FROM } : undefined

export type Config = ReturnType<typeof readConfig>

/** Where the shop is reached, unless it listens on a port that the system chose. */
export const originOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** An empty variable counts as missing. */
function parseEnvironment(environment: Record<string, string | undefined>): z.output<typeof Environment> {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
  const parsed = Environment.safeParse(Object.fromEntries(set))
  if (parsed.success) return parsed.data
  const reasons = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
  throw new StartupError(`Configuratie klopt niet: ${reasons.join('; ')}`)
}

/** @throws StartupError when a number of the company is not valid, because its invoices would not be either */
function defaultSettings(env: z.output<typeof Environment>): Settings {
  const read = Settings.safeParse({
    shopName: env.SHOP_NAME,
    company: {
      name: env.SELLER_NAME ?? env.SHOP_NAME,
      street: env.SELLER_STREET,
      postalCode: env.SELLER_POSTAL_CODE,
      city: env.SELLER_CITY,
      legalForm: env.SELLER_LEGAL_FORM,
      country: env.SELLER_COUNTRY,
      companyNumber: env.SELLER_COMPANY_NUMBER,
      vatNumber: env.SELLER_VAT_NUMBER,
      email: env.SELLER_EMAIL,
      phone: env.SELLER_PHONE,
      complaintsAddress: env.SELLER_COMPLAINTS,
    },
    vatMode: env.VAT_MODE,
    placeholderRating: env.PLACEHOLDER_RATING,
    storefrontAccess: env.STOREFRONT_ACCESS,
    trackingCost: 250,
    lowStockThreshold: 5,
    holidayNotice: null,
  })
  if (read.success) return read.data
  const reasons = read.error.issues.map(({ path, message }) => `SELLER ${String(path.at(-1))}: ${message}`)
  throw new StartupError(`Configuratie klopt niet: ${reasons.join('; ')}`)
}

function requireProductionVariables(env: z.output<typeof Environment>): void {
  const needed = ['PUBLIC_URL', 'SESSION_SECRET', 'MOLLIE_API_KEY', 'SMTP_URL'] as const
  const missing: string[] = needed.filter(name => env[name] === undefined)
  if (!env.DATABASE_URL && !env.ALLOW_EMBEDDED) missing.unshift('DATABASE_URL')
  if (missing.length > 0) throw new StartupError(`In productie ontbreekt: ${missing.join(', ')}`)
}

/**
 * Derives all our keys from one secret, each for one purpose: changing it makes everything unreadable that was encrypted or hashed
 * with them.
 */
export function createKeyDerivation(config: Config): (purpose: string) => Buffer {
  const session = config.sessionSecret ?? loadOrCreateSecret(config.dataDir, 'session')
  return purpose => createHmac('sha256', session).update(purpose).digest()
}

/** Reads a random secret from the data folder; creates it at the first start. */
function loadOrCreateSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}
