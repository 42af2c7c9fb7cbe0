import { Heart, LayoutDashboard, LogOut, Package, Radio, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/components/Avatar.tsx'
import { CountBadge } from '../../ui/components/Badge.tsx'
import { Popover, PopoverButton, PopoverLine, PopoverLink } from '../../ui/dialogs/Popover.tsx'
import { type User } from './contract.ts'
import { roleRank } from '../../wire/roles.ts'
import { useLogout } from './hooks.ts'
import { RoleBadge } from './RoleBadge.tsx'

interface AccountMenuProps {
  user: User
  /** The number of unread notifications, for screens on which the top bar does not show it. */
  unreadCount: number
  /** More links. */
  children: ReactNode
}

const pages = [
  { to: '/profile', icon: UserRound, name: 'Mijn Profiel' },
  { to: '/dashboard', icon: LayoutDashboard, name: 'Dashboard' },
  { to: '/wishlist', icon: Heart, name: 'Verlanglijst' },
  { to: '/orders', icon: Package, name: 'Mijn Bestellingen' },
]

export function AccountMenu({ user, unreadCount, children }: AccountMenuProps) {
  const logout = useLogout()
  return (
    <Popover
      label="Account"
      renderButton={opens => (
        <button
          type="button"
          aria-label={`Account van ${user.displayName}${unreadCount > 0 ? `, ${unreadCount} nieuw` : ''}`}
          className="relative ml-1 grid size-10 place-items-center rounded-full bg-accent-soft text-small font-semibold text-accent-text transition-colors hover:bg-accent hover:text-on-accent"
          {...opens}
        >
          <Avatar
            name={user.displayName}
            src={user.avatarUrl}
            className="size-full bg-transparent text-inherit"
          />
          <span className="absolute -top-1 -right-1 sm:hidden">
            <CountBadge count={unreadCount} />
          </span>
        </button>
      )}
    >
      <div className="grid justify-items-start gap-0.5 px-3 py-2 text-small text-ink-faint">
        <span className="font-semibold text-ink">{user.displayName}</span>
        <span className="break-all">{user.email}</span>
        <RoleBadge role={user.role} />
      </div>
      <PopoverLine />
      {pages.map(({ to, icon, name }) => (
        <PopoverLink key={to} to={to} icon={icon}>
          {name}
        </PopoverLink>
      ))}
      {children}
      {user.role === 'ADMIN' && (
        <PopoverLink to="/admin" icon={ShieldCheck}>
          Admin Panel
        </PopoverLink>
      )}
      {roleRank[user.role] >= roleRank.MODEL && (
        <PopoverLink to="/studio" icon={Radio}>
          Studio
        </PopoverLink>
      )}
      <PopoverLine />
      <PopoverButton onClick={() => logout.mutate({})}>
        <LogOut aria-hidden />
        Uitloggen
      </PopoverButton>
    </Popover>
  )
}
