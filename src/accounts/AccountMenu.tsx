import { Heart, LayoutDashboard, LogOut, Package, Radio } from 'lucide-react'
import { Link } from 'react-router'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../web/ui/Menu.tsx'
import { rank, type User } from './contract.ts'
import { useLogout } from './hooks.ts'
import { RoleBadge } from './RoleBadge.tsx'

export function AccountMenu({ user }: { user: User }) {
  const logout = useLogout()
  return (
    <Menu>
      <MenuTrigger
        aria-label={`Account van ${user.displayName}`}
        className="ml-1 grid size-10 place-items-center rounded-full bg-accent-soft text-small font-semibold text-accent-text transition-colors hover:bg-accent hover:text-on-accent"
      >
        {user.avatarUrl ? (
          <img src={user.avatarUrl} alt="" className="size-full rounded-full object-cover" />
        ) : (
          initials(user.displayName)
        )}
      </MenuTrigger>
      <MenuContent>
        <MenuLabel className="grid justify-items-start gap-0.5">
          <span className="font-semibold text-ink">{user.displayName}</span>
          <span className="break-all">{user.email}</span>
          <RoleBadge role={user.role} />
        </MenuLabel>
        <MenuSeparator />
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
        {rank[user.role] >= rank.MODEL && (
          <MenuItem asChild>
            <Link to="/studio">
              <Radio aria-hidden />
              Studio
            </Link>
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem onSelect={() => logout.mutate()}>
          <LogOut aria-hidden />
          Uitloggen
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}

/** `Sanne de Vries` → `SV`. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
