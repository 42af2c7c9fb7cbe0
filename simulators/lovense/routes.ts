import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Db } from '../../src/platform/db/db.ts'
import { type Lifetime, lifetime } from '../lifetime.ts'
import { executeCommand, listCommands, receiveCommand } from './command.service.ts'
import { LovenseFaults, LovenseError, resultMessages, QrRequest, ScanRequest } from './contract.ts'
import { LIE_MS } from './lies.rules.ts'
import { postCallback } from './gateway.ts'
import { createMotorLog, type MotorLog } from './motorLog.rules.ts'
import * as service from './service.ts'

export interface LovenseSimulatorOptions {
  db: Db
  now: () => Date
  /** The callback address set in the provider's dashboard, to which apps report. Set once the server listens. */
  callbackUrl: () => string
  /** False for a second server on the same database: only the first sends heartbeats. */
  isWorker?: boolean
  recheckMs?: number | undefined
}

interface Context extends LovenseSimulatorOptions {
  life: Lifetime
  motors: MotorLog
  /** Sends the heartbeats that are due. */
  wake: () => void
}

/**
 * Lovense's Standard API by server, with the apps and their toys. The state is in the database, so that it survives a restart and any node
 * can answer. Faults never affect control calls (scan, toys, log, faults).
 */
export const lovenseSimulator: FastifyPluginAsync<LovenseSimulatorOptions> = async (app, options) => {
  const { db, now, isWorker = true, recheckMs } = options
  const life = lifetime(app)
  const sendDueHeartbeats = async () => {
    const { apps, faults, dueInMs } = await service.claimDueHeartbeats(db, now())
    const areSent = await Promise.all(apps.map(linked => sendHeartbeat(context, linked, faults)))
    return areSent.every(Boolean) ? dueInMs : RETRY_MS
  }
  const wake = isWorker
    ? life.whenDue(sendDueHeartbeats, recheckMs)
    : () => void life.background(sendDueHeartbeats)
  const context: Context = { ...options, life, motors: createMotorLog(), wake }
  if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.code === 506) request.log.debug({ err: error }, 'simulator: request failed')
    return reply.code(refusal.status).send(refusal.body())
  })
  app.setNotFoundHandler(() => {
    throw new LovenseError(404, 404)
  })
  providerRoutes(app, context)
  controlRoutes(app, context)
}

/** A heartbeat that got no answer is sent again after so many milliseconds. */
const RETRY_MS = 4000

/** @returns false when the shop does not answer yet, or is closing: it gets the next heartbeat of the app */
async function sendHeartbeat(
  { db, now, callbackUrl, life }: Context,
  app: service.LinkedApp,
  faults: LovenseFaults,
): Promise<boolean> {
  const status = await postCallback(callbackUrl(), app, faults, life.signal)
  if (status === null) await service.makeHeartbeatsDue(db, now(), app.uid)
  return status !== null
}

function refusalOf(error: unknown): LovenseError {
  if (error instanceof LovenseError) return error
  const { statusCode = 500 } = error as { statusCode?: number }
  return statusCode < 500 ? new LovenseError(400, statusCode) : new LovenseError(506, 500)
}

/** The answer that faults put in place of the result, after their delay. */
async function applyFaults({ latencyMs, httpStatus, code }: LovenseFaults, life: Lifetime): Promise<void> {
  if (latencyMs) await life.pause(latencyMs)
  const trouble = httpStatus !== undefined && httpStatus !== 200
  if (trouble || code !== undefined) throw new LovenseError(code ?? httpStatus ?? 506, httpStatus ?? 200)
}

/** The provider's own API. */
function providerRoutes(app: FastifyInstance, { db, now, life, motors }: Context): void {
  app.post('/api/lan/getQrCode', async (request, reply) => {
    const faults = await service.readFaults(db)
    await applyFaults(faults, life)
    const asked = QrRequest.safeParse(request.body)
    if (!asked.success) throw new LovenseError(asked.error.issues[0]?.path[0] === 'token' ? 501 : 404)
    const code = await service.createCode(db, asked.data.uid, asked.data.utoken, now())
    const { toDataURL } = await import('qrcode')
    const qr = await toDataURL(code, { margin: 2, width: 320 })
    if (faults.timeoutAfterApply) return life.hang(reply)
    return { code: 0, message: resultMessages[200], result: true, data: { qr, code } }
  })

  app.post('/api/lan/v2/command', { bodyLimit: 16_384 }, async (request, reply) => {
    const received = await receiveCommand(db, request.body ?? null, now())
    await applyFaults(received.faults, life)
    const later = (work: () => Promise<void>) =>
      void life.background(async () => {
        await life.pause(LIE_MS)
        await work()
      })
    await executeCommand(db, received, now, { motors, later })
    if (received.faults.timeoutAfterApply) return life.hang(reply)
    return { result: true, code: 200, message: resultMessages[200], type: 'ok' }
  })
}

/** The calls with which a test sets and reads the state. */
function controlRoutes(app: FastifyInstance, { db, now, callbackUrl, life, motors, wake }: Context): void {
  app.post('/scan', async request => {
    const asked = ScanRequest.safeParse(request.body)
    if (!asked.success) throw new LovenseError(400, 400)
    const linked = await service.scanCode(db, asked.data.qrId, now(), asked.data.types)
    const callbackStatus = await postCallback(
      callbackUrl(),
      linked,
      await service.readFaults(db),
      life.signal,
    )
    return { uid: linked.uid, toys: linked.toys, callbackStatus }
  })

  app.get('/toys', () => service.listToyStates(db, now()))

  app.get('/motors', () => Object.fromEntries(motors))

  app.get('/log', () => listCommands(db))

  app.post('/faults', async (request, reply) => {
    const faults = LovenseFaults.safeParse(request.body)
    if (!faults.success) throw new LovenseError(400, 400)
    await service.replaceFaults(db, faults.data)
    // An app reports at once that a toy is lost or found.
    await service.makeHeartbeatsDue(db, now())
    wake()
    return reply.code(204).send()
  })
}
