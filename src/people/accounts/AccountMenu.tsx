import { Heart, LayoutDashboard, LogOut, Package, Radio, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../ui/components/Avatar.tsx'
import { CountBadge } from '../../ui/components/Badge.tsx'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '../../ui/components/Menu.tsx'
import { type User } from './contract.ts'
import { roleRank } from '../../wire/roles.ts'
import { useLogout } from './hooks.ts'
import { RoleBadge } from './RoleBadge.tsx'

interface AccountMenuProps {
  user: User
  /** The number of unread notifications, for screens on which the top bar does not show it. */
  unreadCount: number
  /** More menu items. */
  children: ReactNode
}

export function AccountMenu({ user, unreadCount: waiting, children }: AccountMenuProps) {
  const logout = useLogout()
  return (
    <Menu>
      <MenuTrigger
        aria-label={`Account van ${user.displayName}`}
        className="relative ml-1 grid size-10 place-items-center rounded-full bg-accent-soft text-small font-semibold text-accent-text transition-colors hover:bg-accent hover:text-on-accent"
      >
        <Avatar
          name={user.displayName}
          src={user.avatarUrl}
          className="size-full bg-transparent text-inherit"
        />
        <span className="absolute -top-1 -right-1 sm:hidden">
          <CountBadge count={waiting} />
        </span>
      </MenuTrigger>
      <MenuContent>
        <MenuLabel className="grid justify-items-start gap-0.5">
          <span className="font-semibold text-ink">{user.displayName}</span>
          <span className="break-all">{user.email}</span>
          <RoleBadge role={user.role} />
        </MenuLabel>
        <MenuSeparator />
        <MenuItem asChild>
          <Link to="/profile">
            <UserRound aria-hidden />
            Mijn Profiel
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/dashboard">
            <LayoutDashboard aria-hidden />
            Dashboard
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/wishlist">
            <Heart aria-hidden />
            Verlanglijst
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/orders">
            <Package aria-hidden />
            Mijn Bestellingen
          </Link>
        </MenuItem>
        {children}
        {user.role === 'ADMIN' && (
          <MenuItem asChild>
            <Link to="/admin">
              <ShieldCheck aria-hidden />
              Admin Panel
            </Link>
          </MenuItem>
        )}
        {roleRank[user.role] >= roleRank.MODEL && (
          <MenuItem asChild>
            <Link to="/studio">
              <Radio aria-hidden />
              Studio
            </Link>
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem onSelect={() => logout.mutate({})}>
          <LogOut aria-hidden />
          Uitloggen
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
