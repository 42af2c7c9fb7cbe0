import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime, reportedName } from '../../wire/fields.ts'

/** Lovense's cloud, or Intiface on the creator's own computer, which uses the Buttplug protocol. */
export type ToyProvider = 'LOVENSE' | 'BUTTPLUG'

/**
 * The functions of toys by Lovense's names, with the letters that stand for them in patterns,
 * https://developer.lovense.com/docs/standard-solutions/standard-api.html
 */
export const functionLetters = {
  Vibrate: 'v',
  Rotate: 'r',
  Thrusting: 't',
  Fingering: 'f',
  Suction: 's',
  Oscillate: 'o',
  Pump: 'p',
  Depth: 'd',
} as const
export type ToyFunction = keyof typeof functionLetters

export const toyFunctionNames = Object.keys(functionLetters) as ToyFunction[]

/** The person whose toy it is, as her approved page shows her. */
export const ToyCreator = z.object({
  /** Her page is at `/c/{slug}`. */
  slug: z.string(),
  stageName: z.string(),
  /** Null for a drawn stand-in. */
  portraitUrl: z.string().nullable(),
  mood: z.string().nullable(),
  likes: z.array(z.string()),
  /** Average of the shown reviews, 1–5; null without any. */
  rating: z.number().nullable(),
  reviewCount: z.int(),
})
export type ToyCreator = z.output<typeof ToyCreator>

export const Toy = z.object({
  id,
  name: z.string(),
  type: z.string(),
  isOnline: z.boolean(),
  isActive: z.boolean(),
  /** Percent; 0 while its app has reported none. */
  batteryLevel: z.int().min(0).max(100),
  status: z.enum(['ONLINE', 'OFFLINE']),
  /** A user controls it now, it is kept for the queue, or its owner takes a pause: no other user can start on it. */
  busy: z.boolean(),
  /** When the session on it began; null without one. */
  busySince: dateTime.nullable(),
  /** The number of users in its queue. */
  waiting: z.int().min(0),
  capabilities: z.object({
    vibrate: z.boolean(),
    /** The functions that its owner lets others use. */
    functions: z.array(z.enum(toyFunctionNames)),
    /** The owner's cap, 1–20. */
    maxIntensity: z.int().min(1).max(20),
    patterns: z.array(z.string()),
    /** The named patterns that are off its owner's menu. */
    offPatterns: z.array(z.string()),
    /** Whether patterns that players record themselves are on it. */
    ownPatterns: z.boolean(),
  }),
  /** The limits of a session on it, as a text; null without any. */
  notice: z.string().nullable(),
  /** Null while its owner has no approved page. */
  creator: ToyCreator.nullable(),
})
export type Toy = z.output<typeof Toy>

/** For how many hours a creator puts a toy on the air; the first when she does not say. */
export const ON_AIR_HOURS = [1, 4, 12] as const
export type OnAirHours = (typeof ON_AIR_HOURS)[number]

export const ProviderConnection = z.object({
  isConnected: z.boolean(),
  connectionInfo: z
    .object({
      platform: z.string().nullable(),
      appVersion: z.string().nullable(),
      toyCount: z.int(),
      connectedAt: dateTime,
    })
    .nullable(),
})
export type ProviderConnection = z.output<typeof ProviderConnection>

const CODE_VALID_HOURS = 4
/** How long a code can be scanned, in milliseconds. */
export const PAIRING_CODE_VALID_MS = CODE_VALID_HOURS * 3600_000

export const PairingCode = z.object({ qrCode: z.string(), qrId: z.string(), instructions: z.string() })
export type PairingCode = z.output<typeof PairingCode>

export const pairAsCreator = endpoint('POST /api/studio/lovense/generate-qr', 'model', {
  summary: "A QR code that links the provider's app to this creator",
  output: PairingCode,
  status: 200,
  problems: ['PROVIDER_UNAVAILABLE'],
})

export const readCreatorConnection = endpoint('GET /api/studio/lovense/status', 'model', {
  summary: "Whether this creator's app is connected",
  output: ProviderConnection,
})

const FunctionNames = z.array(z.string().max(20)).max(20).nullish().catch(null)

/** One toy as an app reports it; invalid and unknown fields are ignored. */
const ReportedToy = z.object({
  id,
  name: reportedName().min(1).max(40),
  nickName: reportedName().max(60).nullish().catch(null),
  /** 1 when it is connected; may also be a string. */
  status: z.coerce.number(),
  /** Percent; most apps do not report it. */
  battery: z.coerce.number().int().min(0).max(100).nullish().catch(null),
  /** Its functions, by name or by letter; most apps do not report them. */
  fullFunctionNames: FunctionNames,
  shortFunctionNames: FunctionNames,
})
export type ReportedToy = z.output<typeof ReportedToy>

/** By id; an app without toys may also send a list, or nothing. */
export const ReportedToys = z
  .union([
    z.record(z.string(), ReportedToy.nullable().catch(null)),
    z.array(ReportedToy.nullable().catch(null)),
  ])
  .nullish()
export type ReportedToys = z.output<typeof ReportedToys>

/** A device of a creator's own computer, as the browser reports it. */
export const BridgedToy = z.object({
  /** The program's id for it while it is connected. */
  device: z.int().min(0).max(4_294_967_295),
  name: reportedName().min(1).max(60),
  /** Percent; null when it is not reported. */
  battery: z.int().min(0).max(100).nullable(),
  /** The functions of its motors. */
  drives: z.enum(['Vibrate', 'Oscillate']).default('Vibrate'),
})
export type BridgedToy = z.output<typeof BridgedToy>

/** The report that the provider's app posts on pairing and then as its heartbeat, as JSON or as a form. */
export const receiveLovenseCallback = endpoint('POST /api/webhooks/lovense/:secret', 'machine', {
  summary: "The toy provider's callback: which toys an app has now",
  input: z.object({
    secret: z.string().max(200),
    uid: z.string().min(1).max(100),
    utoken: z.string().min(1).max(200),
    /** In a form they are JSON in a field. */
    toys: z.union([z.string(), ReportedToys]),
    appVersion: reportedName().max(40).nullish(),
    platform: reportedName().max(40).nullish(),
  }),
  output: z.object({ result: z.boolean() }),
  status: 200,
})

/** The calls to the provider: create a code, run a toy, stop a toy. */
export const ProviderCall = z.enum(['PAIR', 'RUN', 'STOP'])
export type ProviderCall = z.output<typeof ProviderCall>
