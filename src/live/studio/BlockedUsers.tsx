import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { blockedUsersQuery, useUnblockUser } from './hooks.ts'

/** The users whom the creator blocked; nothing when there are none. */
export function BlockedUsers() {
  const { data: blocked } = useQuery(blockedUsersQuery)
  const unblock = useUnblockUser()
  if (!blocked || blocked.length === 0) return null
  return (
    <section aria-labelledby="blocked" className="grid gap-3">
      <h2 id="blocked" className="eyebrow text-ink-faint">
        Geblokkeerd
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {blocked.map(({ userId, displayName, createdAt }) => (
          <li key={userId} className="flex items-center justify-between gap-4 py-3">
            <span className="min-w-0">
              <span className="block font-medium break-words">{displayName}</span>
              <span className="text-small text-ink-soft">sinds {formatDate(createdAt)}</span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Blokkade van ${displayName} opheffen`}
              busy={unblock.isPending && unblock.variables === userId}
              onClick={() => unblock.mutate(userId)}
            >
              Opheffen
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
