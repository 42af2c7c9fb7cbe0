import type { FastifyInstance } from 'fastify'
import type { SessionController } from '../../live/sessions/engine/sessionController.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import * as endpoints from './contract.ts'
import { findCustomerPage, findNewestCustomers } from './list.service.ts'
import {
  adjustMinuteBalance,
  findCustomer,
  closeCustomerAccount,
  endSessionsOfCustomer,
  updateCustomer,
} from './service.ts'
import { previewSessionRefund, refundSessionMinutes } from './sessionRefund.service.ts'
import { findMinuteLedger, findCustomerOrders, findCustomerSessions } from './history.service.ts'

export function customerRoutes(
  app: FastifyInstance,
  platform: Platform,
  sessionController: SessionController,
): void {
  const { db } = platform
  serve(app, endpoints.listCustomers, async ({ page, ...filters }) =>
    page === undefined ? findNewestCustomers(db, filters) : findCustomerPage(db, page, filters),
  )
  serve(app, endpoints.readCustomer, ({ userId }) => findCustomer(db, userId))
  serve(app, endpoints.changeCustomer, (change, { userId }) =>
    updateCustomer({ ...platform, sessionController }, userId, change),
  )
  serve(app, endpoints.endCustomerSessions, ({ userId }, who) =>
    endSessionsOfCustomer({ ...platform, sessionController }, who.userId, userId),
  )
  serve(app, endpoints.removeCustomer, ({ userId }, who) =>
    closeCustomerAccount(platform, sessionController, who.userId, userId),
  )
  serve(app, endpoints.previewSessionRefund, (wanted, { userId }) =>
    previewSessionRefund(platform, userId, wanted),
  )
  serve(app, endpoints.refundSession, (wanted, { userId }) => refundSessionMinutes(platform, userId, wanted))
  serveWithContext(app, endpoints.adjustMinutes, (change, { userId }, { idempotencyKey: key }) =>
    adjustMinuteBalance(platform, { userId, key, operation: 'adjust', input: change }, change),
  )
  serve(app, endpoints.listCustomerOrders, whose => findCustomerOrders(db, whose))
  serve(app, endpoints.listCustomerSessions, whose => findCustomerSessions(db, whose))
  serve(app, endpoints.listMinuteEntries, whose => findMinuteLedger(db, whose))
}
