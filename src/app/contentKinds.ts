import { giftPurchaseReports, giftReports } from '../live/gifts/reports.service.ts'
import { messageReports } from '../live/messages/reports.service.ts'
import type { SessionController } from '../live/sessions/engine/sessionController.service.ts'
import { createToyReports, sessionReports } from '../live/sessions/reports.service.ts'
import type { ContentKinds, ReportableKind } from '../people/contentReports/kinds.service.ts'
import type { Platform } from '../platform/platform.ts'
import { reviewReports } from '../shop/reviews/reports.service.ts'
import { profileReports } from './profile/reports.service.ts'

/** What can be reported, by kind; the engine of reports itself knows no kinds. */
export const createContentKinds = (platform: Platform, stage: SessionController): ContentKinds => ({
  REVIEW: reviewReports,
  MESSAGE: messageReports,
  PROFILE: profileReports,
  TOY: createToyReports(platform, stage),
  SESSION: sessionReports,
  GIFT: giftReports,
  GIFT_PURCHASE: giftPurchaseReports,
  PAGE: createPageReports(platform),
})

/** What stands at an address, as someone typed it. An admin looks whose it is, and takes it away where it stands. */
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
