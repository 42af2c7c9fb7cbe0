import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { CountBadge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { MenuItem } from '../../ui/components/Menu.tsx'
import { useUnreadNotificationCount } from './hooks.ts'
import { useRenewPushSubscription } from './push.hooks.ts'

/** The bell in the top bar with the number of unread notifications. On a phone the account menu has this link. */
export function NotificationsLink() {
  useRenewPushSubscription()
  const unread = useUnreadNotificationCount()
  return (
    <Button asChild variant="quiet" size="icon" className="max-sm:hidden">
      <Link to="/notifications" aria-label={`Meldingen, ${unread} nieuw`}>
        <Bell aria-hidden />
        <CountBadge count={unread} />
      </Link>
    </Button>
  )
}

export function NotificationsMenuItem() {
  const unread = useUnreadNotificationCount()
  return (
    <MenuItem asChild>
      <Link to="/notifications">
        <Bell aria-hidden />
        Meldingen
        {unread > 0 && <span className="figures ml-auto text-accent-text">{unread} nieuw</span>}
      </Link>
    </MenuItem>
  )
}
