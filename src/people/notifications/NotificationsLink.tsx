import { Bell } from 'lucide-react'
import { CountBadge } from '../../ui/components/Badge.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { PopoverLink } from '../../ui/dialogs/Popover.tsx'
import { useUnreadNotificationCount } from './hooks.ts'
import { useRenewPushSubscription } from './push.hooks.ts'

/** The bell in the top bar with the number of unread notifications. On a phone the account menu has this link. */
export function NotificationsLink() {
  useRenewPushSubscription()
  const unread = useUnreadNotificationCount()
  return (
    <ButtonLink
      to="/notifications"
      variant="quiet"
      size="icon"
      className="max-sm:hidden"
      aria-label={`Meldingen, ${unread} nieuw`}
    >
      <Bell aria-hidden />
      <CountBadge count={unread} />
    </ButtonLink>
  )
}

export function NotificationsMenuItem() {
  const unread = useUnreadNotificationCount()
  return (
    <PopoverLink to="/notifications" icon={Bell}>
      Meldingen
      {unread > 0 && <span className="figures ml-auto text-accent-text">{unread} nieuw</span>}
    </PopoverLink>
  )
}
