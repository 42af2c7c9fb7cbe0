import { endSessionsOfCreator } from '../backoffice/customers/service.ts'
import { deleteBlocksOf } from '../live/blocks/service.ts'
import { deletePageOf } from '../live/creatorPages/leaving.service.ts'
import { removePictureFiles } from '../live/creatorPages/picture.service.ts'
import { deleteNotesOf } from '../live/creatorNotes/service.ts'
import { deleteFollowersOf } from '../live/follows/service.ts'
import type { CreatorHooks } from '../live/creators/service.ts'
import type { SessionController } from '../live/sessions/engine/sessionController.service.ts'
import { endForHiddenUser } from '../live/studio/service.ts'
import type { Platform } from '../platform/platform.ts'

/** The parts of leaving and of a suspension that stand in slices which know creators themselves. */
export const createCreatorHooks = (
  platform: Pick<Platform, 'db' | 'log' | 'bus' | 'storage'>,
  sessionController: SessionController,
): CreatorHooks => ({
  async endSessions(ownerId, actorId) {
    await endSessionsOfCreator({ ...platform, sessionController }, actorId, ownerId)
    platform.bus.publish('toys.changed', null)
    platform.bus.publish('studio.changed', { userId: ownerId })
  },
  async forgetCreator(tx, userId, now) {
    await deleteBlocksOf(tx, userId)
    await deleteNotesOf(tx, userId)
    await deleteFollowersOf(tx, userId)
    const files = await deletePageOf(tx, userId, now)
    return () => removePictureFiles(platform, files)
  },
})

/**
 * Ends a user's session and offers of creators who are hidden, after an address, phone number or proof of an e-mail address was added, or a
 * country was stated.
 * Never throws.
 */
export const createHidingCheck =
  (platform: Platform, sessionController: SessionController) =>
  async (userId: string): Promise<void> => {
    try {
      await endForHiddenUser({ ...platform, sessionController }, userId)
    } catch (error) {
      platform.log.error({ err: error, userId }, 'could not end what a block hides')
    }
  }
