import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import * as endpoints from './contract.ts'
import { addSavedFilter, findSavedFilters, removeSavedFilter, renameSavedFilter } from './service.ts'

export function savedFilterRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, endpoints.listSavedFilters, (_, { userId }) => findSavedFilters(db, userId))
  serve(app, endpoints.saveFilter, ({ list, name, query }, { userId }) =>
    addSavedFilter(db, { userId, list, name, query }),
  )
  serve(app, endpoints.renameFilter, ({ filterId, name }, { userId }) =>
    renameSavedFilter(db, userId, filterId, name),
  )
  serve(app, endpoints.removeFilter, async ({ filterId }, { userId }) => {
    await removeSavedFilter(db, userId, filterId)
    return null
  })
}
