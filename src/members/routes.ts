import type { FastifyInstance } from 'fastify'
import type { Stage } from '../live/stage.service.ts'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { changeMember, listMembers, removeMember } from './contract.ts'
import { memberPage, newestMembers, removeAccount, setMember } from './service.ts'

export function memberRoutes(app: FastifyInstance, platform: Platform, stage: Stage): void {
  const { db } = platform
  serve(app, listMembers, async ({ page, ...looked }) =>
    page === undefined ? newestMembers(db, looked) : memberPage(db, page, looked),
  )
  serve(app, changeMember, (change, { userId }) => setMember({ ...platform, stage }, userId, change))
  serve(app, removeMember, ({ userId }, who) => removeAccount(platform, stage, who.userId, userId))
}
