import type { Platform } from '../../platform/platform.ts'
import { LRUCache } from 'lru-cache'
import { isSameSecret, sign } from '../../platform/crypto/signature.ts'
import { normalizePostalCode, postalCodeExample } from '../../people/addresses/rules.ts'
import { Problem } from '../../wire/problem.ts'
import type { CarrierGateway } from './carrier.gateway.ts'
import { destinationCode, destinationName, refuseDestination } from './destination.rules.ts'
import { type FoundPickupPoint, PickupPoint } from './pickup.contract.ts'

/** Milliseconds that a list is kept: points seldom change, and customers look again and again. */
const CACHE_MS = 10 * 60_000
const MAX_CACHED = 500
/** Milliseconds that a chosen point may be ordered with. */
const TOKEN_MS = 48 * 3_600_000

type ListedPoint = Awaited<ReturnType<CarrierGateway['findPickupPoints']>>

/** @throws Problem INVALID_INPUT, with the field, for a postcode that is none */
export function createPickupPointFinder(
  platform: Pick<Platform, 'now' | 'settings' | 'keyFor'>,
  gateway: CarrierGateway | null,
) {
  const cache = new LRUCache<string, { until: number; points: Promise<ListedPoint> }>({ max: MAX_CACHED })
  const find = (country: string, postalCode: string): Promise<ListedPoint> => {
    const key = `${country} ${postalCode}`
    const now = platform.now().getTime()
    const kept = cache.get(key)
    if (kept && kept.until > now) return kept.points
    if (!gateway) throw new Problem('NOT_FOUND', { message: 'Afhalen kan bij ons niet.' })
    const points = gateway.findPickupPoints({ country, postalCode })
    cache.set(key, { until: now + CACHE_MS, points })
    // A request that failed is asked again.
    points.catch(() => cache.delete(key))
    return points
  }
  return async (input: { country: string; postalCode: string }): Promise<FoundPickupPoint[]> => {
    const { shipsTo } = platform.settings.current
    const refusal = refuseDestination(input.country, shipsTo)
    if (refusal !== null)
      throw new Problem('NOT_SHIPPED_THERE', { message: refusal, fields: { country: refusal } })
    const code = destinationCode(input.country) ?? ''
    const country = destinationName(code)
    const postalCode = normalizePostalCode(country, input.postalCode)
    const example = postalCodeExample(country, postalCode)
    if (example !== null)
      throw unknownPostalCode(`Dit is geen postcode in ${country}. Een postcode is daar zoals ${example}.`)
    const points = await find(code, postalCode)
    if (points === null) throw unknownPostalCode('Deze postcode is niet bekend. Klopt ze?')
    const expiresAt = platform.now().getTime() + TOKEN_MS
    return points.map(({ distance, ...point }) => ({
      ...point,
      distance,
      token: signPoint(platform, point, expiresAt),
    }))
  }
}

const unknownPostalCode = (message: string) =>
  new Problem('INVALID_INPUT', { message, fields: { postalCode: message } })

const signatureOf = ({ keyFor }: Pick<Platform, 'keyFor'>, payload: string): string =>
  sign(keyFor('pickup-point'), payload)

function signPoint(platform: Pick<Platform, 'keyFor'>, point: PickupPoint, expiresAt: number): string {
  const payload = Buffer.from(JSON.stringify({ point, expiresAt })).toString('base64url')
  return `${payload}.${signatureOf(platform, payload)}`
}

/**
 * The pick-up point that a customer chose, from the token that it was listed with: without asking the carrier, which may be away.
 * @throws Problem INVALID_INPUT with the field, for a token that is not ours or too old; NOT_SHIPPED_THERE
 */
export function readPickupPoint(
  platform: Pick<Platform, 'keyFor' | 'now' | 'settings'>,
  token: string,
): PickupPoint {
  const [payload = '', signature = ''] = token.split('.')
  if (!isSameSecret(signature, signatureOf(platform, payload))) throw chooseAgain()
  const { point, expiresAt } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as {
    point: unknown
    expiresAt: number
  }
  const read = PickupPoint.safeParse(point)
  if (!read.success || expiresAt < platform.now().getTime()) throw chooseAgain()
  const message = refuseDestination(read.data.country, platform.settings.current.shipsTo)
  if (message !== null) throw new Problem('NOT_SHIPPED_THERE', { message, fields: { pickupToken: message } })
  return read.data
}

/**
 * A point is in the country of the address, which decides the price and the tax.
 * @throws Problem INVALID_INPUT with the field
 */
export function assertPointIn(country: string, point: PickupPoint): void {
  if (destinationCode(country) === point.country) return
  const message = `Dit afhaalpunt is niet in ${country}. Kies er een in het land van je adres.`
  throw new Problem('INVALID_INPUT', { message, fields: { pickupToken: message } })
}

const chooseAgain = () => {
  const message = 'Kies je afhaalpunt opnieuw: de lijst is intussen vernieuwd.'
  return new Problem('INVALID_INPUT', { message, fields: { pickupToken: message } })
}
