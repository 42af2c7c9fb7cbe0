import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { listCreatorNotes, removeCreatorNote, saveCreatorNote } from './contract.ts'
import { deleteNote, findCreatorNotes, saveNote } from './service.ts'

export function creatorNoteRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, listCreatorNotes, (_, { userId }) => findCreatorNotes(platform, userId))
  serve(app, saveCreatorNote, async (note, { userId }) => {
    await saveNote(platform, userId, note)
    return null
  })
  serve(app, removeCreatorNote, async ({ userId }, { userId: creatorId }) => {
    await deleteNote(platform.db, creatorId, userId)
    return null
  })
}
