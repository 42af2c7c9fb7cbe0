import type { FastifyInstance, FastifyRequest } from 'fastify'
import { computeStats } from '../stats/service.ts'
import { ipRateLimitKey, anonymizeIp } from '../../platform/http/ipAddress.ts'
import { createRateLimit } from '../../platform/http/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { hashToken, readSessionToken } from '../../platform/http/session.ts'
import * as endpoints from './contract.ts'
import { computeWebsiteAnalytics, findLiveVisitors } from './report.service.ts'
import type { BeaconBuffer } from './beaconBuffer.service.ts'

/** Beacons a minute; the limit of a network bounds senders with many addresses. */
const BEACON_LIMITS = { address: 120, network: 1200 }

export function analyticsRoutes(app: FastifyInstance, platform: Platform, beaconBuffer: BeaconBuffer): void {
  const { db, staleReads, config, origin, now } = platform
  const limit = (most: number) => createRateLimit(Math.ceil(most * config.rateLimitFactor), 60_000, now)
  const [ofAddress, ofNetwork] = [limit(BEACON_LIMITS.address), limit(BEACON_LIMITS.network)]
  const senderOf = (request: FastifyRequest) => {
    const { headers } = request
    const token = readSessionToken(request, origin().startsWith('https:'))
    return {
      address: request.ip,
      userAgent: headers['user-agent'],
      optsOut: headers['sec-gpc'] === '1' || headers['dnt'] === '1',
      tokenHash: token ? hashToken(token) : null,
    }
  }
  serveWithContext(app, endpoints.collectBeacon, (beacon, _, { request }) => {
    ofAddress.consume(ipRateLimitKey(request.ip))
    ofNetwork.consume(anonymizeIp(request.ip) ?? '')
    beaconBuffer.add(beacon, senderOf(request))
    return null
  })
  serve(app, endpoints.readWebsiteAnalytics, search =>
    computeWebsiteAnalytics(staleReads('visitors'), search, now()),
  )
  serve(app, endpoints.listLiveVisitors, wanted => findLiveVisitors(db, wanted, now()))
  serve(app, endpoints.readShopAnalytics, () => computeStats(db, now()))
}
