import type { FastifyInstance } from 'fastify'
import type { SessionController } from '../../live/sessions/engine/sessionController.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { changeMember, listMembers, readMember, removeMember } from './contract.ts'
import { memberPage, newestMembers } from './list.service.ts'
import { adjust } from './minutes.service.ts'
import { adjustMinutes, listMemberOrders, listMemberSessions, listMinuteEntries } from './past.contract.ts'
import { ledgerOf, memberOrders, memberSessions } from './past.service.ts'
import { findMember, removeAccount, setMember } from './service.ts'

export function memberRoutes(app: FastifyInstance, platform: Platform, stage: SessionController): void {
  const { db } = platform
  serve(app, listMembers, async ({ page, ...looked }) =>
    page === undefined ? newestMembers(db, looked) : memberPage(db, page, looked),
  )
  serve(app, readMember, ({ userId }) => findMember(db, userId))
  serve(app, changeMember, (change, { userId }) => setMember({ ...platform, stage }, userId, change))
  serve(app, removeMember, ({ userId }, who) => removeAccount(platform, stage, who.userId, userId))
  serve(app, adjustMinutes, (change, { userId }, { idempotencyKey: key }) =>
    adjust(platform, { userId, key, call: 'adjust', input: change }, change),
  )
  serve(app, listMemberOrders, whose => memberOrders(db, whose))
  serve(app, listMemberSessions, whose => memberSessions(db, whose))
  serve(app, listMinuteEntries, whose => ledgerOf(db, whose))
}
