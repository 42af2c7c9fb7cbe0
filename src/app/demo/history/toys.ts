import { storedToken } from '../../../live/toys/linkToken.service.ts'
import { timeDaysAgo } from './calendar.ts'
import type { History } from './history.ts'
import { OPENED_DAYS_AGO } from './people.ts'

/** The demo's creator is at hand for as long as somebody may look at it. */
const ON_AIR_DAYS = 365

const demoToys = [
  { model: 'lush', name: 'Lumi' },
  { model: 'ferri', name: 'Vela' },
  { model: 'edge', name: 'Onda' },
  { model: 'max', name: 'Nova' },
]

/** The app of the demo's creator, which is linked and online, with its toys; the simulated provider must know the same. */
export interface DemoApp {
  uid: string
  utoken: string
  toys: { id: string; model: string; name: string }[]
}

export function addToys({ rows, newId, now }: History, ownerId: string): DemoApp {
  const createdAt = timeDaysAgo(now, OPENED_DAYS_AGO - 10, 14 * 60 + 25)
  const uid = newId(createdAt)
  const utoken = newId(createdAt)
  const linked = demoToys.map(toy => ({ ...toy, id: newId(createdAt) }))
  rows.toyLinks.push({
    uid,
    utoken: storedToken(utoken),
    userId: ownerId,
    connectedAt: createdAt,
    lastSeenAt: now,
    createdAt,
  })
  rows.toys.push(
    ...linked.map(toy => ({
      ...toy,
      ownerId,
      isActive: true,
      onAir: true,
      onAirUntil: timeDaysAgo(now, -ON_AIR_DAYS, 0),
      status: 'ONLINE' as const,
      lastActive: now,
      batteryLevel: 100,
      createdAt,
    })),
  )
  return { uid, utoken, toys: linked }
}
