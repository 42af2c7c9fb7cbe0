import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { id, dateTime } from '../../../wire/fields.ts'
import { ProviderCall } from '../contract.ts'

const owner = z.object({ id, displayName: z.string() })

/** A creator's app that was linked. */
export const LinkedApp = z.object({
  owner,
  isConnected: z.boolean(),
  platform: z.string().nullable(),
  appVersion: z.string().nullable(),
  /** The number of its toys that are online. */
  toyCount: z.int(),
  connectedAt: dateTime,
  lastSeenAt: dateTime,
})
export type LinkedApp = z.output<typeof LinkedApp>

/** A creator's browser that bridges toys, through Intiface. */
const OpenBridge = z.object({ owner, toys: z.array(z.string()), lastSeenAt: dateTime })

/** A recent provider error, once per kind. */
export const ProviderError = z.object({
  call: ProviderCall,
  /** The provider's own code; null when it did not answer, or its answer was invalid. */
  code: z.int().nullable(),
  count: z.int(),
  firstAt: dateTime,
  lastAt: dateTime,
})
export type ProviderError = z.output<typeof ProviderError>

/** The configuration and state of the toy provider. Never contains a secret. */
export const ProviderState = z.object({
  isSimulated: z.boolean(),
  /** Its address. */
  host: z.string(),
  hasToken: z.boolean(),
  /** Whether the secret is set; else it is derived from the session secret. */
  hasCallbackSecret: z.boolean(),
  /** The callback URL for the reports of apps, without the secret at its end. */
  callbackUrl: z.string(),
  lastCallbackAt: dateTime.nullable(),
  /** The apps with the most recent reports, at most 50. */
  apps: z.array(LinkedApp),
  bridges: z.array(OpenBridge),
  troubles: z.array(ProviderError),
})
export type ProviderState = z.output<typeof ProviderState>

export const readProvider = endpoint('GET /api/admin/lovense/settings', 'admin', {
  summary: 'How the toy provider is set up, which apps and bridges are there, and what went wrong of late',
  output: ProviderState,
})

export const ProviderTestResult = z.object({
  isOk: z.boolean(),
  tookMs: z.int(),
  /** The provider's own code; null when it did not answer, or its answer was invalid. */
  code: z.int().nullable(),
})
export type ProviderTestResult = z.output<typeof ProviderTestResult>

export const testProvider = endpoint('GET /api/admin/lovense/test', 'admin', {
  summary: 'Ask the toy provider for a code that nobody will scan: whether it is there, and takes our token',
  output: ProviderTestResult,
})
