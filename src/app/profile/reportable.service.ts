import { setProfileHidden } from '../../people/accounts/suspension.service.ts'
import { pictureEvidence, type ReportableKind } from '../../people/contentReports/kinds.service.ts'
import { findReportedPage } from '../../live/creatorPages/reportable.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { findPublicProfile } from './service.ts'

/** Profiles that one may see, with the page of a creator; they are taken away by hiding them from all but their owner. */
export const createReportableProfiles = (platform: Pick<Platform, 'settings' | 'now'>): ReportableKind => ({
  async find(source, userId, viewer) {
    if (!viewer) return null
    const { db, storage } = source
    const page = await findReportedPage(platform, source, userId, viewer)
    try {
      const profile = await findPublicProfile(db, userId, viewer)
      return {
        ownerId: profile.id,
        path: `/users/${profile.id}`,
        evidence: [
          { label: 'Weergavenaam', text: profile.displayName },
          { label: 'Over mij', text: profile.bio ?? 'Niets' },
          await pictureEvidence({ storage }, 'Foto', profile.avatarUrl),
          ...(page?.evidence ?? []),
        ],
      }
    } catch (error) {
      // The page of a creator whose profile is private.
      if (error instanceof Problem && error.code === 'NOT_FOUND') return page
      throw error
    }
  },
  remove: (tx, userId, { now }) => setProfileHidden(tx, userId, now),
  restore: async (tx, userId) => void (await setProfileHidden(tx, userId, null)),
})
