import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime } from '../../wire/fields.ts'

const owner = z.object({ id, displayName: z.string() })

/** A creator's app that was linked. */
export const LinkedApp = z.object({
  owner,
  isConnected: z.boolean(),
  platform: z.string().nullable(),
  appVersion: z.string().nullable(),
  /** Of its toys, those that are on. */
  toyCount: z.int(),
  connectedAt: dateTime,
  lastSeenAt: dateTime,
})
export type LinkedApp = z.output<typeof LinkedApp>

/** A browser of a creator's that carries out what their toys are told, over Intiface. */
const OpenBridge = z.object({ owner, toys: z.array(z.string()), lastSeenAt: dateTime })

/** What the provider is asked: a code, to run a toy, to stop one. */
export const ProviderCall = z.enum(['PAIR', 'RUN', 'STOP'])
export type ProviderCall = z.output<typeof ProviderCall>

/** What went wrong of late, each kind once. */
export const ProviderError = z.object({
  call: ProviderCall,
  /** The provider's own; null when it did not answer, or could not be understood. */
  code: z.int().nullable(),
  count: z.int(),
  firstAt: dateTime,
  lastAt: dateTime,
})
export type ProviderError = z.output<typeof ProviderError>

/** How the toy provider is set up, and how it goes. Never a value that is secret. */
export const ProviderState = z.object({
  isSimulated: z.boolean(),
  /** Where it is. */
  host: z.string(),
  hasToken: z.boolean(),
  /** Whether it is our own; else it is derived from the session's secret. */
  hasCallbackSecret: z.boolean(),
  /** Where the provider must send what apps report, up to the secret at its end. */
  callbackUrl: z.string(),
  lastCallbackAt: dateTime.nullable(),
  /** Those that were heard of last, at most 50. */
  apps: z.array(LinkedApp),
  bridges: z.array(OpenBridge),
  troubles: z.array(ProviderError),
})
export type ProviderState = z.output<typeof ProviderState>

export const readProvider = endpoint({
  method: 'GET',
  path: '/api/admin/lovense/settings',
  summary: 'How the toy provider is set up, which apps and bridges are there, and what went wrong of late',
  access: 'admin',
  output: ProviderState,
})

export const ProviderTestResult = z.object({
  isOk: z.boolean(),
  tookMs: z.int(),
  /** The provider's own; null when it did not answer, or could not be understood. */
  code: z.int().nullable(),
})
export type ProviderTestResult = z.output<typeof ProviderTestResult>

export const testProvider = endpoint({
  method: 'GET',
  path: '/api/admin/lovense/test',
  summary: 'Ask the toy provider for a code that nobody will scan: whether it is there, and takes our token',
  access: 'admin',
  output: ProviderTestResult,
})
