import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import * as endpoints from './contract.ts'
import { addNote, changeNote, deleteNote, findNotes } from './service.ts'

export function noteRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, endpoints.listOrderNotes, ({ orderId }) => findNotes(platform, { orderId }))
  serve(app, endpoints.listCustomerNotes, ({ userId: customerId }) => findNotes(platform, { customerId }))
  serveWithContext(app, endpoints.addOrderNote, (input, { userId }, { idempotencyKey: key }) =>
    addNote(platform, { orderId: input.orderId }, input.text, { userId, key, operation: 'note', input }),
  )
  serveWithContext(app, endpoints.addCustomerNote, (input, { userId }, { idempotencyKey: key }) =>
    addNote(platform, { customerId: input.userId }, input.text, { userId, key, operation: 'note', input }),
  )
  serve(app, endpoints.editNote, ({ noteId, text }, { userId }) => changeNote(platform, userId, noteId, text))
  serve(app, endpoints.removeNote, async ({ noteId }, { userId }) => {
    await deleteNote(platform, userId, noteId)
    return null
  })
}
