import type { VisitorType } from '../../backoffice/analytics/contract.ts'
import { type SeededRandom, pickWeighted } from './random.ts'

const countries = [
  ['NL', 52],
  ['BE', 34],
  ['DE', 5],
  ['FR', 4],
  ['LU', 1],
  [null, 4],
] as const
const networks = [
  ['192.0.2.0/24', 1],
  ['198.51.100.0/24', 1],
  ['203.0.113.0/24', 1],
  ['2001:db8:17::/48', 1],
] as const

interface DeviceProfile {
  browser: string | null
  os: string | null
  isMobile: boolean
  screenResolution: string | null
  visitorType: VisitorType
  userAgent: string
}

const deviceProfile = (
  browser: string | null,
  os: string | null,
  screenResolution: string | null,
  userAgent: string,
  visitorType: VisitorType = 'human',
): DeviceProfile => ({
  browser,
  os,
  screenResolution,
  userAgent,
  visitorType,
  isMobile: os === 'Android' || os === 'iOS',
})

const deviceProfiles = [
  [
    deviceProfile('Chrome', 'Android', '393x852', 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0.0.0 Mobile'),
    33,
  ],
  [deviceProfile('Safari', 'iOS', '390x844', 'Mozilla/5.0 (iPhone; CPU iPhone OS 20_1) Safari/605.1.15'), 27],
  [deviceProfile('Chrome', 'Windows', '1920x1080', 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0.0.0'), 14],
  [
    deviceProfile('Safari', 'macOS', '1440x900', 'Mozilla/5.0 (Macintosh; Intel Mac OS X) Safari/605.1.15'),
    8,
  ],
  [
    deviceProfile('Firefox', 'Windows', '1920x1080', 'Mozilla/5.0 (Windows NT 10.0; rv:150.0) Firefox/150.0'),
    6,
  ],
  [deviceProfile(null, null, null, 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'bot'), 8],
  [deviceProfile(null, null, null, 'curl/8.14.1', 'api'), 3],
] as const

export interface DemoVisitor extends DeviceProfile {
  sessionId: string
  visitor: string
  country: string | null
  ipAddress: string
  language: string | null
}

/** A random visitor with browser and country; may be a bot unless a person is required. */
export function randomVisitor(dice: SeededRandom, number: number, isHuman: boolean): DemoVisitor {
  const tools = pickWeighted(dice, isHuman ? deviceProfiles.slice(0, 5) : deviceProfiles)
  const country = pickWeighted(dice, countries)
  const languages = { BE: 'nl-BE', DE: 'de-DE', FR: 'fr-FR', LU: 'fr-LU', NL: 'nl-NL' } as const
  return {
    ...tools,
    sessionId: `demo session ${number}`,
    visitor: `demo visitor ${number}`,
    country,
    ipAddress: pickWeighted(dice, networks),
    language: tools.visitorType === 'human' ? languages[country ?? 'NL'] : null,
  }
}
