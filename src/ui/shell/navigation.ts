export interface NavItem {
  to: string
  name: string
}

/** The top navigation, in the seed's order; the mobile menu has the same. */
export const mainNavItems: readonly NavItem[] = [
  { to: '/', name: 'Home' },
  { to: '/shop', name: 'Shop' },
  { to: '/live', name: 'Live Control' },
  { to: '/dashboard', name: 'Dashboard' },
]

/** What an admin has besides. */
export const adminNavItem: NavItem = { to: '/admin', name: 'Admin' }
