import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readStats } from '../stats/service.ts'
import { countedAddress, networkOf } from '../../platform/address.ts'
import { createLimit } from '../../platform/limit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { hashToken, readToken } from '../../platform/session.ts'
import * as endpoints from './contract.ts'
import { readWebsite } from './figures.service.ts'
import type { Intake } from './intake.service.ts'
import { listLive } from './live.service.ts'

/** A minute, an address; and a network, whose owner has more addresses than anyone can count. */
const MOST_BEACONS = { address: 120, network: 1200 }

export function visitRoutes(app: FastifyInstance, platform: Platform, intake: Intake): void {
  const { db, config, origin, now } = platform
  const limit = (most: number) => createLimit(Math.ceil(most * config.rateLimitFactor), 60_000, now)
  const [ofAddress, ofNetwork] = [limit(MOST_BEACONS.address), limit(MOST_BEACONS.network)]
  const senderOf = (request: FastifyRequest) => {
    const { headers } = request
    const token = readToken(request, origin().startsWith('https:'))
    return {
      address: request.ip,
      userAgent: headers['user-agent'],
      refuses: headers['sec-gpc'] === '1' || headers['dnt'] === '1',
      tokenHash: token ? hashToken(token) : null,
    }
  }
  serve(app, endpoints.collect, (beacon, _, { request }) => {
    ofAddress.take(countedAddress(request.ip))
    ofNetwork.take(networkOf(request.ip) ?? '')
    intake.take(beacon, senderOf(request))
    return null
  })
  serve(app, endpoints.readWebsite, search => readWebsite(db, search, now()))
  serve(app, endpoints.listLive, wanted => listLive(db, wanted, now()))
  serve(app, endpoints.readAnalytics, () => readStats(db, now()))
}
