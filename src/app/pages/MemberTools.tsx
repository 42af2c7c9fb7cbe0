import { Gift, MessageCircle, ShieldCheck, Wallet } from 'lucide-react'
import { TurnNotifier } from '../../live/sessions/queue/TurnNotifier.tsx'
import { BuyMinutesDialog } from '../../money/minutes/BuyMinutesDialog.tsx'
import { MinutesBalanceButton } from '../../money/minutes/MinutesBalanceButton.tsx'
import { AccountMenu } from '../../people/accounts/AccountMenu.tsx'
import type { User } from '../../people/accounts/contract.ts'
import { useUnreadNotificationCount } from '../../people/notifications/hooks.ts'
import { NotificationsMenuItem, NotificationsLink } from '../../people/notifications/NotificationsLink.tsx'
import { ConfirmationPrompt } from '../../people/security/ConfirmationPrompt.tsx'
import { CartAndCheckout } from '../../shop/checkout/CartAndCheckout.tsx'
import { WishlistLink } from '../../shop/wishlist/WishlistLink.tsx'
import { PopoverLink } from '../../ui/dialogs/Popover.tsx'
import { SECURITY_PATH } from '../../ui/page/pageAccess.ts'
import { KeptPageCover } from './KeptPageCover.tsx'
import { PendingActionRunner } from './PendingActionRunner.tsx'
import { Optional } from './Optional.tsx'

/** The tools of a member in the top bar. */
export function MemberTools({ user }: { user: User }) {
  const unread = useUnreadNotificationCount()
  return (
    <>
      <Optional>
        <BuyMinutesDialog
          renderButton={opens => <MinutesBalanceButton minutes={user.minutesBalance} {...opens} />}
        />
      </Optional>
      <Optional>
        <WishlistLink />
      </Optional>
      <Optional>
        <CartAndCheckout />
      </Optional>
      <Optional>
        <NotificationsLink />
      </Optional>
      <AccountMenu user={user} unreadCount={unread}>
        <NotificationsMenuItem />
        <PopoverLink to="/messages" icon={MessageCircle}>
          Berichten
        </PopoverLink>
        <PopoverLink to="/gifts" icon={Gift}>
          Cadeau geven
        </PopoverLink>
        <PopoverLink to="/tegoed" icon={Wallet}>
          Tegoed
        </PopoverLink>
        <PopoverLink to={SECURITY_PATH} icon={ShieldCheck}>
          Beveiliging
        </PopoverLink>
      </AccountMenu>
      <Optional>
        <PendingActionRunner />
      </Optional>
      <TurnNotifier />
      <ConfirmationPrompt />
      <KeptPageCover />
    </>
  )
}
