import { creatorPages, creatorPictures } from '../../live/creatorPages/table.ts'
import { creators } from '../../live/creators/table.ts'
import { toys } from '../../live/toys/table.ts'
import { addMs, DAY, daysAgo, HOUR } from './calendar.ts'
import people from './content/creators.json' with { type: 'json' }
import type { History } from './history.ts'
import { addUser } from './people.ts'

export const creatorProfiles = people

/** The pages of all creators; those besides the one with a demo account get an account, whose toys are off the air. */
export function addCreators(history: History): void {
  for (const { slug, joined, toys: models, pictures, openTo, waiting, ...shown } of creatorProfiles) {
    const createdAt = daysAgo(history.now, joined, 10 * 60)
    const isNoor = models.length === 0
    const userId = isNoor ? history.creatorId : history.newId(createdAt)
    if (!isNoor) addCreator(history, { userId, slug, displayName: shown.stageName, models }, createdAt)
    const submittedAt = waiting === undefined ? null : addMs(history.now, -3 * HOUR)
    history.rows.add(creatorPages, {
      userId,
      slug,
      shown: shown as never,
      draft: waiting === undefined ? null : ({ ...shown, slug, mood: waiting } as never),
      submittedAt,
      isOpenToVisitors: openTo !== 'MEMBERS',
      isInSearchEngines: openTo === 'EVERYONE',
      hasPreview: openTo === 'EVERYONE',
      noticeAudience: 'EVERYONE',
      createdAt,
    })
    for (let position = 0; position < pictures; position++) {
      const path = `/media/demo/creator-${slug}${position === 0 ? '' : '-2'}/800.webp`
      const kind = position === 0 ? 'PORTRAIT' : 'GALLERY'
      const approvedAt = addMs(createdAt, DAY)
      history.add(creatorPictures, createdAt, { userId, kind, path, position, approvedAt })
    }
  }
}

interface DemoCreator {
  userId: string
  slug: string
  displayName: string
  models: string[]
}

function addCreator(
  history: History,
  { userId, slug, displayName, models }: DemoCreator,
  createdAt: Date,
): void {
  const email = `${slug}@post.test`
  addUser(history, { id: userId, role: 'MODEL', email, displayName }, createdAt)
  history.rows.add(creators, { userId, acceptedAt: createdAt, createdAt })
  for (const model of models) {
    const name = displayName
    const off = { isActive: true, onAir: false, status: 'OFFLINE' as const, batteryLevel: 0 }
    history.rows.add(toys, { id: history.newId(createdAt), model, name, ownerId: userId, ...off, createdAt })
  }
}
