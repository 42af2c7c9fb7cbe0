import { z } from 'zod'
import { readStats } from '../stats/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'

/** What someone did, named by us: `cart` and `add`. */
const name = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'Noem dit met kleine letters, cijfers en streepjes.')

export const BeaconEvent = z.object({
  category: name,
  action: name,
  /** Such as what was searched for. */
  label: z.string().max(200).optional(),
  /** Such as how much was found. */
  value: z.int().min(0).max(1_000_000_000).optional(),
})
export type BeaconEvent = z.output<typeof BeaconEvent>

export const Beacon = z.object({
  /** Whether one may be recognised; else only the page's count of today grows. */
  consent: z.boolean(),
  /** Made by the browser, which is the only one that knows it; the same until consent is taken back. */
  visitId: z.uuid().optional(),
  type: z.enum(['view', 'event', 'leave']),
  /** The path; what stands behind `?` or `#` is not looked at. */
  page: z
    .string()
    .regex(/^\/(?!\/)/, 'Een pagina begint met een schuine streep.')
    .max(2000),
  /** Not kept: it may name someone. */
  title: z.string().max(500).optional(),
  /** Only its host is kept. */
  referrer: z.string().max(2000).optional(),
  /** `1440x900` */
  screen: z
    .string()
    .regex(/^\d{1,5}x\d{1,5}$/, 'Geef het scherm als breedte x hoogte.')
    .optional(),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/, 'Dat is geen taal.')
    .optional(),
  /** Seconds that the page was seen; no more than passed here since it was opened is believed. */
  timeOnPage: z.number().min(0).max(1_000_000_000).optional(),
  /** How far down the page was seen, in percent. */
  scrollDepth: z.number().min(0).max(100).optional(),
  event: BeaconEvent.optional(),
})
export type Beacon = z.output<typeof Beacon>

export const collectBeacon = endpoint({
  method: 'POST',
  path: '/api/analytics/collect',
  summary: 'A sign of a visit: with consent what was looked at, else one more for the page’s count of today',
  access: 'public',
  rateLimited: false,
  status: 204,
  input: Beacon,
  output: z.null(),
})

export const periods = [1, 7, 30, 90] as const
export type Period = (typeof periods)[number]

const Switch = z.enum(['true', 'false'])

export const WebsiteAnalyticsInput = z.object({
  excludeBots: Switch.default('false'),
  /** Programs that call by themselves, such as scripts. */
  excludeAPI: Switch.default('false'),
  days: z.coerce
    .number()
    .refine(days => (periods as readonly number[]).includes(days), 'Kies 1, 7, 30 of 90 dagen.')
    .default(30)
    .transform(days => days as Period),
  /** How long the lists are. */
  top: z.coerce.number().int().min(1).max(500).default(5),
})
export type WebsiteAnalyticsInput = z.output<typeof WebsiteAnalyticsInput>

const count = z.int().min(0)

export const VisitTotals = z.object({
  /** Browsers that were seen at least once. */
  totalVisitors: count,
  /** What they came for is over after 30 minutes of silence. */
  visits: count,
  /** Those of these visits. */
  pageViews: count,
})
export type VisitTotals = z.output<typeof VisitTotals>

/** Visits are counted where they began, with all that they saw. */
export const TrafficPoint = VisitTotals.extend({
  /** A day in Brussels, or the beginning of an hour when the period is one day. */
  at: z.union([z.iso.date(), z.iso.datetime()]),
})
export type TrafficPoint = z.output<typeof TrafficPoint>

/** The steps from looking to paying. */
export const funnelSteps = ['product', 'cart', 'checkout', 'paid'] as const

export const WebsiteAnalytics = VisitTotals.extend({
  /** Page views of those who did not consent, of whom nothing else is known: beside `pageViews`. */
  withoutConsent: count,
  /** Seconds that a visit took, on average; 0 without visits. */
  averageTime: z.number().min(0),
  /** The share of visits that saw one page and did nothing, 0 to 1. */
  bounceRate: z.number().min(0).max(1),
  /** The share of visits by a browser that had been here before, 0 to 1. */
  returningRate: z.number().min(0).max(1),
  /** As many days before, up to the same time of day. */
  previous: VisitTotals,
  /** With the views of those who did not consent, whatever the filters say: of them no kind is known. */
  topPages: z.array(z.object({ page: z.string(), views: count })),
  /** The host that visits came from; null: none that is known. */
  referrerStats: z.array(z.object({ referrer: z.string().nullable(), count })),
  /** ISO 3166-1 alpha-2; null: not known. */
  countryStats: z.array(z.object({ country: z.string().nullable(), visitors: count })),
  devices: z.array(z.object({ device: z.enum(['phone', 'desktop']), visits: count })),
  browsers: z.array(z.object({ browser: z.string().nullable(), visits: count })),
  systems: z.array(z.object({ os: z.string().nullable(), visits: count })),
  /** Oldest first, without gaps. */
  series: z.array(TrafficPoint),
  /** Visits that came at least that far. */
  funnel: z.record(z.enum(funnelSteps), count),
  /** What was searched for and not found. */
  emptySearches: z.array(z.object({ query: z.string(), count })),
  filters: z.object({
    excludeBots: z.boolean(),
    excludeAPI: z.boolean(),
    days: z.literal(periods),
    /** Visitors with the bots and programs that the filters leave out. */
    totalWithBots: count,
  }),
})
export type WebsiteAnalytics = z.output<typeof WebsiteAnalytics>

export const readWebsiteAnalytics = endpoint({
  method: 'GET',
  path: '/api/admin/analytics/website',
  summary: 'Who visited, what they looked at and where they came from, in the last days, today included',
  access: 'admin',
  input: WebsiteAnalyticsInput,
  output: WebsiteAnalytics,
})

export const visitorTypes = ['human', 'bot', 'api'] as const
export type VisitorType = (typeof visitorTypes)[number]

export const LiveVisitor = z.object({
  sessionId: z.uuid(),
  /** The network that it is in, such as `203.0.113.0/24`: the address itself is never written. */
  ipAddress: z.string().nullable(),
  visitorType: z.enum(visitorTypes),
  isMobile: z.boolean(),
  /** Seconds. */
  sessionDuration: count,
  /** A country, in Dutch. */
  location: z.string(),
  /** `Chrome op Android` */
  deviceInfo: z.string(),
  currentPage: z.string(),
  landingPage: z.string(),
  language: z.string().nullable(),
  referrer: z.string().nullable(),
  userAgent: z.string().nullable(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  sessionStart: z.iso.datetime(),
  /** Who is signed in there; forgotten when the visit is over. */
  userId: z.uuid().nullable(),
})
export type LiveVisitor = z.output<typeof LiveVisitor>

export const listLiveVisitors = endpoint({
  method: 'GET',
  path: '/api/admin/analytics/website/realtime',
  summary: 'Who was here in the last five minutes, the latest first; at most 100',
  access: 'admin',
  input: z.object({ excludeBots: Switch.default('false'), excludeAPI: Switch.default('false') }),
  output: z.array(LiveVisitor),
})

export const readShopAnalytics = endpoint({
  method: 'GET',
  path: '/api/admin/analytics',
  summary: 'The shop in four figures, beside its visitors',
  access: 'admin',
  output: readStats.output,
})
