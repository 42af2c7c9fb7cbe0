import { Menu as MenuIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { useShop } from '../page/boot.ts'
import { Button } from '../components/Button.tsx'
import { cn } from '../components/cn.ts'
import type { NavItem } from './navigation.ts'
import { useNavMenuState } from './navMenuState.ts'
import { ThemeMenu, ThemeRadioGroup } from './ThemeMenu.tsx'

interface TopBarProps {
  destinations: readonly NavItem[]
  /** The visitor's own links, on the right. */
  children: ReactNode
}

export function TopBar({ destinations, children }: TopBarProps) {
  const [open, setOpen] = useNavMenuState()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/90 backdrop-blur-md print:hidden">
      <div className="measure flex min-h-16 flex-wrap items-center gap-x-1 py-0.5 md:min-h-18">
        <Logo />
        <nav aria-label="Hoofdmenu" className="ml-8 hidden gap-1 lg:flex">
          {destinations.map(({ to, name }) => (
            <NavLink key={to} to={to} end={to === '/'} className={desktopLink}>
              {name}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-0.5 sm:gap-1">
          <ThemeMenu className="max-sm:hidden" />
          {children}
          <Button
            variant="quiet"
            size="icon"
            className="-mr-2 lg:hidden"
            aria-expanded={open}
            aria-controls="mobile-menu"
            aria-label={open ? 'Menu sluiten' : 'Menu openen'}
            onClick={() => setOpen(!open)}
          >
            {open ? <X aria-hidden /> : <MenuIcon aria-hidden />}
          </Button>
        </div>
      </div>
      <nav id="mobile-menu" aria-label="Hoofdmenu" hidden={!open} className="border-t border-line lg:hidden">
        <ul className="measure animate-fade-in py-3">
          {destinations.map(({ to, name }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/'} className={mobileLink}>
                {name}
              </NavLink>
            </li>
          ))}
          <li className="mt-3 border-t border-line pt-5 pb-2 sm:hidden">
            <ThemeRadioGroup />
          </li>
        </ul>
      </nav>
    </header>
  )
}

function Logo() {
  const { name } = useShop()
  return (
    <Link to="/" className="display -ml-1 rounded-inner px-1 text-[1.75rem] leading-none tracking-tight">
      {name}
      <span className="text-accent-text">.</span>
      <span className="sr-only"> naar de startpagina</span>
    </Link>
  )
}

const desktopLink = ({ isActive }: { isActive: boolean }) =>
  cn(
    'relative rounded-inner px-3 py-2 text-small font-medium transition-colors hover:text-ink',
    isActive
      ? 'text-ink after:absolute after:inset-x-3 after:-bottom-0.5 after:h-0.5 after:rounded-full after:bg-accent'
      : 'text-ink-soft',
  )

const mobileLink = ({ isActive }: { isActive: boolean }) =>
  cn('display block rounded-inner py-3 text-heading', isActive ? 'text-accent-text' : 'text-ink-soft')
