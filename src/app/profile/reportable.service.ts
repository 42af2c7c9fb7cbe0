import { setProfileHidden } from '../../people/accounts/suspension.service.ts'
import { pictureEvidence, type ReportableKind } from '../../people/contentReports/kinds.service.ts'
import { Problem } from '../../wire/problem.ts'
import { findPublicProfile } from './service.ts'

/** Profiles that one may see; one is taken away by hiding it from all but its owner. */
export const reportableProfiles: ReportableKind = {
  async find({ db, storage }, userId, viewer) {
    if (!viewer) return null
    try {
      const profile = await findPublicProfile(db, userId, viewer)
      return {
        ownerId: profile.id,
        path: `/users/${profile.id}`,
        evidence: [
          { label: 'Weergavenaam', text: profile.displayName },
          { label: 'Over mij', text: profile.bio ?? 'Niets' },
          await pictureEvidence({ storage }, 'Foto', profile.avatarUrl),
        ],
      }
    } catch (error) {
      if (error instanceof Problem && error.code === 'NOT_FOUND') return null
      throw error
    }
  },
  remove: (tx, userId, { now }) => setProfileHidden(tx, userId, now),
  restore: async (tx, userId) => void (await setProfileHidden(tx, userId, null)),
}
