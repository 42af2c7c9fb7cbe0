import { resolve } from 'node:path'
import { z } from 'zod'
import { LegalForm } from '../wire/company.ts'
import { DEFAULT_GIFT_CARD_MONTHS, Settings, usualForbiddenWords } from '../wire/settings.ts'
import { usualFees, usualFinalDays } from '../wire/paymentSettings.ts'
import { noPayouts } from '../wire/payoutSettings.ts'
import { VatScheme } from '../wire/vat.ts'
import * as accounts from './providerAccounts.ts'
import { readSecretFiles } from './files/secretFiles.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform(text => ['on', 'true', '1'].includes(text))
const positive = z.coerce.number().positive()
const url = z.url().transform(text => text.replace(/\/+$/, ''))

/** `host:port`, separated by commas. */
const hosts = z
  .string()
  .regex(/^[\w.-]+:\d+(\s*,\s*[\w.-]+:\d+)*$/)
  .transform(text =>
    text.split(',').map(each => {
      const [host = '', port] = each.trim().split(':')
      return { host, port: Number(port) }
    }),
  )

/** Every environment variable of the program; the README describes each. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  BUILD_DIR: z.string().min(1).default('./dist/current'),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_PUBLIC_KEY: z
    .string()
    .regex(/^age1[a-z0-9]+$/)
    .optional(),
  BACKUP_KEY_FILE: z.string().min(1).optional(),
  DEV: flag.default(false),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  REDIS_SENTINELS: hosts.optional(),
  PUBLIC_URL: url.optional(),
  SHOP_NAME: z.string().trim().min(1).max(60).default('Gloed'),
  STOREFRONT_ACCESS: z.enum(['members', 'public']).default('members'),
  DEMO: flag.or(z.literal('small')).optional(),
  SESSION_SECRET: z.string().min(32).optional(),
  SESSION_SECRET_BEFORE: z.string().min(32).optional(),
  PAYMENT_PROVIDER: z.enum(accounts.paymentProviderNames).default('mollie'),
  PAYMENT_PROVIDER_MINUTES: z.enum(accounts.paymentProviderNames).optional(),
  MOLLIE_API_KEY: z.string().min(1).optional(),
  MOLLIE_API_BASE: url.optional(),
  MOLLIE_ORGANISATION_TOKEN: z.string().startsWith('access_').optional(),
  VEROTEL_SHOP_ID: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional(),
  VEROTEL_SIGNATURE_KEY: z.string().min(16).optional(),
  VEROTEL_MERCHANT_ID: z
    .string()
    .regex(/^\d{16}$/)
    .refine(id => accounts.verotelHostOf(id) !== undefined)
    .optional(),
  VEROTEL_METHOD: z.enum(accounts.verotelMethods).default('IDEAL'),
  VEROTEL_API_USER: z.string().min(1).optional(),
  VEROTEL_API_PASSWORD: z.string().min(1).optional(),
  VEROTEL_REFUND_PATH: z
    .string()
    .regex(/^[\w/{}.-]*\{sale\}[\w/{}.-]*$/)
    .optional(),
  VEROTEL_BASE: url.optional(),
  VEROTEL_API_BASE: url.optional(),
  LOVENSE_TOKEN: z.string().min(1).optional(),
  LOVENSE_API_BASE: url.optional(),
  LOVENSE_CALLBACK_SECRET: z.string().min(16).optional(),
  IDENTITY_ISSUER: z.url().optional(),
  IDENTITY_CLIENT_ID: z.string().min(1).optional(),
  IDENTITY_CLIENT_SECRET: z.string().min(1).optional(),
  IDENTITY_NAME: z.string().trim().min(1).max(40).default('je identiteitsdienst'),
  CARRIER_PROVIDER: z.enum(['off', 'sendcloud']).optional(),
  SENDCLOUD_PUBLIC_KEY: z.string().min(1).optional(),
  SENDCLOUD_SECRET_KEY: z.string().min(1).optional(),
  SENDCLOUD_WEBHOOK_KEY: z.string().min(1).optional(),
  SENDCLOUD_API_BASE: url.optional(),
  PEPPOL_PROVIDER: z.enum(['off', 'storecove']).optional(),
  STORECOVE_API_KEY: z.string().min(1).optional(),
  STORECOVE_LEGAL_ENTITY_ID: z.coerce.number().int().positive().optional(),
  STORECOVE_WEBHOOK_KEY: z.string().min(1).optional(),
  STORECOVE_API_BASE: url.optional(),
  ADDRESS_LOOKUP: z.enum(['off', 'pdok']).default('off'),
  PDOK_API_BASE: url.default('https://api.pdok.nl/bzk/locatieserver/search/v3_1'),
  VIES_API_BASE: url.optional(),
  VAPID_PUBLIC_KEY: z.string().length(87).optional(),
  VAPID_PRIVATE_KEY: z.string().length(43).optional(),
  SMS_API_BASE: url.optional(),
  SMS_API_TOKEN: z.string().min(1).optional(),
  SMS_FROM: z.string().min(1).max(16).default('Gloed'),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_PATH_STYLE: flag.optional(),
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
  SELLER_PRODUCER_NUMBERS: z.string().optional(),
  VAT_MODE: VatScheme.default('DOMESTIC'),
  LIVE_COUNTDOWN_SECONDS: z.coerce.number().min(0).max(600).default(30),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
  DOWNLOAD_DRAIN_SECONDS: z.coerce.number().min(0).max(3600).optional(),
  HOLD_MINUTES: positive.default(30),
  RETENTION_YEARS: z.coerce.number().int().min(1).max(100).default(7),
  CONTENT_EVIDENCE_MONTHS: z.coerce.number().int().min(7).max(120).default(24),
  PLACEHOLDER_RATING: flag.default(true),
  CREATOR_PROGRAMME: flag.optional(),
  HSTS_PRELOAD: flag.default(false),
  TRUSTED_PROXIES: z.string().optional(),
  RATE_LIMIT_FACTOR: positive.default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  REQUIRE_ADMIN_TOTP: flag.optional(),
  ALLOW_EMBEDDED: flag.default(false),
  SLOW_STATEMENT_MS: positive.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_LOGS_EXPORTER: z.enum(['none', 'otlp']).default('none'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
})

/** A reason not to start that the owner can fix; printed as one line. */
export class StartupError extends Error {}

/** Whether an error is of the disk, the network or the database, whose message a command prints without a stack. */
export const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string'

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
    ...backupsOf(env),
    s3: s3SettingsOf(env),
    ...serversOf(env),
    /** Undefined: the URL that the server listens on. */
    publicUrl: env.PUBLIC_URL,
    /** The defaults until an admin saves settings. */
    settings: defaultSettings(env),
    demo: !production && (env.DEMO ?? true),
    sessionSecret: env.SESSION_SECRET,
    /** The one that it replaces, until everything is encrypted with the new one. */
    sessionSecretBefore: env.SESSION_SECRET_BEFORE,
    ...accounts.paymentAccountsOf(env),
    ...paymentAccounts(complete(accounts.verotelAccountOf(env), ...accounts.verotelVariables), env),
    lovense: accounts.lovenseAccountOf(env),
    identity: complete(accounts.identityAccountOf(env), ...accounts.identityVariables),
    sendcloud: complete(accounts.sendcloudAccountOf(env), 'SENDCLOUD_PUBLIC_KEY', 'SENDCLOUD_SECRET_KEY'),
    storecove: complete(accounts.storecoveAccountOf(env), 'STORECOVE_API_KEY', 'STORECOVE_LEGAL_ENTITY_ID'),
    /** The owner wants no access point, which is no gap in the checklist. */
    isPeppolOff: env.PEPPOL_PROVIDER === 'off',
    viesApiBase: env.VIES_API_BASE,
    /** Finds the street of a postcode; null when off. */
    addressLookup: env.ADDRESS_LOOKUP === 'pdok' ? { apiBase: env.PDOK_API_BASE } : null,
    /** The key pair that signs push messages; undefined: derived from the session secret. */
    vapid: accounts.vapidKeysOf(env),
    sms: accounts.smsAccountOf(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    countdownSeconds: env.LIVE_COUNTDOWN_SECONDS,
    /** How long a node that is to stop serves on, so that proxies notice. */
    drainMs: (env.DRAIN_SECONDS ?? (production ? 5 : 0)) * 1000,
    /** How long downloads that are under way then may go on, since the node takes no connections any more. */
    downloadDrainMs: (env.DOWNLOAD_DRAIN_SECONDS ?? (production ? 30 : 0)) * 1000,
    holdMinutes: env.HOLD_MINUTES,
    /** How long the law requires invoices to be kept. */
    retentionYears: env.RETENTION_YEARS,
    /** How long a report and its reporter are kept after the decision; longer than it can be appealed. */
    contentEvidenceMonths: env.CONTENT_EVIDENCE_MONTHS,
    hstsPreload: env.HSTS_PRELOAD,
    trustedProxies: env.TRUSTED_PROXIES?.split(',').map(proxy => proxy.trim()) ?? [],
    /** Whether an admin has admin rights only with two-step verification. */
    requireAdminTotp: env.REQUIRE_ADMIN_TOTP ?? production,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    logLevel: env.LOG_LEVEL,
    ...telemetryOf(env),
  }
}

/** @throws StartupError when a kind of purchase would go to a provider without an account */
function paymentAccounts<Account>(verotel: Account | null, env: z.output<typeof Environment>) {
  const chosen = [env.PAYMENT_PROVIDER, env.PAYMENT_PROVIDER_MINUTES]
  if (verotel === null && chosen.includes('verotel'))
    throw new StartupError(`In productie ontbreekt: ${accounts.verotelVariables.join(', ')}`)
  const { VEROTEL_API_USER: user, VEROTEL_API_PASSWORD: password, VEROTEL_REFUND_PATH: path } = env
  if (!user !== !password || (path && !user))
    throw new StartupError(
      'VEROTEL_API_USER en VEROTEL_API_PASSWORD horen bij elkaar, en VEROTEL_REFUND_PATH bij die twee.',
    )
  const names = accounts.paymentProviderNames.filter(name => name !== 'verotel' || verotel !== null)
  return { verotel, paymentAccounts: names as readonly string[] }
}

const serversOf = (env: z.output<typeof Environment>) => ({
  databaseUrl: env.DATABASE_URL,
  /** PostgreSQL itself, where `databaseUrl` is a pooler in transaction mode. */
  databaseDirectUrl: env.DATABASE_DIRECT_URL,
  /** A standby for reads that may be some seconds old. */
  databaseReplicaUrl: env.DATABASE_REPLICA_URL,
  /**
   * A statement that takes this long is logged; none when null. The embedded database answers one at a time, and compiles its code at
   * first: a wait there says nothing of a statement, and would alarm a newcomer.
   */
  slowStatementMs:
    env.SLOW_STATEMENT_MS ?? (env.NODE_ENV === 'production' || env.DATABASE_URL !== undefined ? 500 : null),
  /** The bus between nodes; a single node needs none. With sentinels, the host in its URL is the name that they know it by. */
  redis: env.REDIS_URL ? { url: env.REDIS_URL, sentinels: env.REDIS_SENTINELS } : undefined,
})

const telemetryOf = (env: z.output<typeof Environment>) => ({
  /** Where traces and metrics are sent, by OTLP over HTTP. Undefined: nowhere. */
  telemetryEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  /** Whether the log is sent there too. */
  sendsLog: env.OTEL_LOGS_EXPORTER === 'otlp',
  /** The part of all traces that is sent, from 0 to 1. */
  sampledPart: env.OTEL_TRACES_SAMPLER_ARG,
})

const backupsOf = ({ BACKUP_DIR, BACKUP_PUBLIC_KEY, BACKUP_KEY_FILE }: z.output<typeof Environment>) => ({
  /** Undefined: the shop can't tell whether there are backups. */
  backupDir: BACKUP_DIR && resolve(BACKUP_DIR),
  /** Undefined: backups are not encrypted. */
  backupPublicKey: BACKUP_PUBLIC_KEY,
  /** The file with the private key, for restoring. */
  backupKeyFile: BACKUP_KEY_FILE && resolve(BACKUP_KEY_FILE),
})

/** @throws StartupError for an account that misses one of its variables */
function complete<Account>(account: Account | 'INCOMPLETE', ...names: readonly string[]): Account {
  if (account !== 'INCOMPLETE') return account
  throw new StartupError(`${names.join(' en ')} horen bij elkaar: stel ze allemaal in.`)
}

/** @returns undefined when files are stored in `dataDir` @throws StartupError when a part is missing: files would land elsewhere than the owner thinks */
function s3SettingsOf(env: z.output<typeof Environment>) {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  const required = { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_PATH_STYLE: pathStyle } = env
  const isUnset = (value: unknown) => value === undefined
  if ([...Object.values(required), endpoint, region, pathStyle].every(isUnset)) return undefined
  if (S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)
    return {
      bucket: S3_BUCKET,
      endpoint,
      // The region that compatible servers without regions expect.
      region: region ?? 'us-east-1',
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
      pathStyle: pathStyle ?? false,
    }
  const missing = Object.entries(required).flatMap(([name, value]) => (isUnset(value) ? [name] : []))
  throw new StartupError(`Voor bestanden in S3 ontbreekt: ${missing.join(', ')}`)
}

export type Config = ReturnType<typeof readConfig>

/** Where the shop is reached, unless it listens on a port that the system chose. */
export const originOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** An empty variable counts as missing. */
function parseEnvironment(environment: Record<string, string | undefined>): z.output<typeof Environment> {
  const { environment: read, problems } = readSecretFiles(environment)
  const set = Object.entries(read).filter(([, value]) => value !== undefined && value !== '')
  const parsed = Environment.safeParse(Object.fromEntries(set))
  if (parsed.success && problems.length === 0) return parsed.data
  const issues = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  const reasons = [...problems, ...issues]
  throw new StartupError(`Configuratie klopt niet: ${reasons.join('; ')}`)
}

const hasDemo = ({ NODE_ENV, DEMO }: z.output<typeof Environment>): boolean =>
  NODE_ENV !== 'production' && DEMO !== false

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
      producerNumbers: env.SELLER_PRODUCER_NUMBERS,
    },
    vatScheme: env.VAT_MODE,
    placeholderRating: env.PLACEHOLDER_RATING,
    creatorProgramme: env.CREATOR_PROGRAMME ?? hasDemo(env),
    identityImageDays: 0,
    forbiddenWords: usualForbiddenWords,
    storefrontAccess: env.STOREFRONT_ACCESS,
    trackingCost: 250,
    shipsTo: ['NL', 'BE'],
    shippingPricing: 'FREE',
    freeShippingFrom: 5000,
    labelSender: 'Magazijn',
    lowStockThreshold: 5,
    giftCardMonths: DEFAULT_GIFT_CARD_MONTHS,
    paymentProviders: {},
    creditBuysAll: false,
    ...usualFees,
    finalDays: usualFinalDays,
    ...noPayouts,
    holidayNotice: null,
    delivery: null,
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
