import { findCreatorAt, reportableCreator } from '../live/creators/reportable.service.ts'
import { reportableCreatorReviews } from '../live/creatorReviews/reportable.service.ts'
import { reportableGiftPurchases, reportableGifts } from '../live/gifts/reportable.service.ts'
import { reportableMessages } from '../live/messages/reportable.service.ts'
import { createCreatorHooks } from './creatorHooks.ts'
import type { SessionController } from '../live/sessions/engine/sessionController.service.ts'
import { createReportableToys, reportableSessions } from '../live/sessions/reportable.service.ts'
import type { ContentKinds, ReportableKind } from '../people/contentReports/kinds.service.ts'
import type { Platform } from '../platform/platform.ts'
import { reportableReviews } from '../shop/reviews/reportable.service.ts'
import { createReportableProfiles } from './profile/reportable.service.ts'

/** The kinds of content that can be reported; the engine of reports itself knows no kinds. */
export const createContentKinds = (
  platform: Platform,
  sessionController: SessionController,
): ContentKinds => {
  const creator = reportableCreator(platform, createCreatorHooks(platform, sessionController).endSessions)
  return {
    REVIEW: reportableReviews,
    MESSAGE: reportableMessages,
    PROFILE: { ...createReportableProfiles(platform), ...creator },
    TOY: { ...createReportableToys(platform, sessionController), ...creator },
    CREATOR_REVIEW: reportableCreatorReviews,
    SESSION: reportableSessions,
    GIFT: reportableGifts,
    GIFT_PURCHASE: reportableGiftPurchases,
    PAGE: { ...createPageReports(platform), ...creator },
  }
}

/**
 * The content at an address, as a reporter typed it, which may also be the name of a creator. Of anything else an admin finds the owner,
 * and removes it in its place.
 */
const createPageReports = ({ origin }: Pick<Platform, 'origin'>): ReportableKind => ({
  async find({ db }, address) {
    const path = pathOnSite(address, origin())
    return {
      ownerId: await findCreatorAt(db, address, path),
      path,
      evidence: [{ label: 'Adres', text: address }],
    }
  },
  remove: () => Promise.resolve(false),
})

/** The path of an address on our own site; null of any other. */
function pathOnSite(address: string, origin: string): string | null {
  const url = URL.parse(address, origin)
  return url?.origin === origin ? url.pathname : null
}
