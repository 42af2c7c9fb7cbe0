import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import { decideOnPicture, decideOnTexts, listModeratedPages } from './contract.ts'
import { decidePicture, decideTexts, findModeratedPages } from './service.ts'

export function creatorPageAdminRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, listModeratedPages, looked => findModeratedPages(platform.db, looked))
  serve(app, decideOnTexts, (input, { userId }) => decideTexts(platform, userId, input))
  serve(app, decideOnPicture, (input, { userId }) => decidePicture(platform, userId, input))
}
