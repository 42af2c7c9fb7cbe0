import { reportableGiftPurchases, reportableGifts } from '../live/gifts/reportable.service.ts'
import { reportableMessages } from '../live/messages/reportable.service.ts'
import type { SessionController } from '../live/sessions/engine/sessionController.service.ts'
import { createReportableToys, reportableSessions } from '../live/sessions/reportable.service.ts'
import type { ContentKinds, ReportableKind } from '../people/contentReports/kinds.service.ts'
import type { Platform } from '../platform/platform.ts'
import { reportableReviews } from '../shop/reviews/reportable.service.ts'
import { reportableProfiles } from './profile/reportable.service.ts'

/** The kinds of content that can be reported; the engine of reports itself knows no kinds. */
export const createContentKinds = (
  platform: Platform,
  sessionController: SessionController,
): ContentKinds => ({
  REVIEW: reportableReviews,
  MESSAGE: reportableMessages,
  PROFILE: reportableProfiles,
  TOY: createReportableToys(platform, sessionController),
  SESSION: reportableSessions,
  GIFT: reportableGifts,
  GIFT_PURCHASE: reportableGiftPurchases,
  PAGE: createPageReports(platform),
})

/** The content at an address, as a reporter typed it. An admin finds the owner, and removes it in its place. */
const createPageReports = ({ origin }: Pick<Platform, 'origin'>): ReportableKind => ({
  find: (_, address) =>
    Promise.resolve({
      ownerId: null,
      path: pathOnSite(address, origin()),
      evidence: [{ label: 'Adres', text: address }],
    }),
  remove: () => Promise.resolve(false),
})

/** The path of an address on our own site; null of any other. */
function pathOnSite(address: string, origin: string): string | null {
  const url = URL.parse(address, origin)
  return url?.origin === origin ? url.pathname : null
}
