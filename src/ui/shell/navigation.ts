export interface NavItem {
  to: string
  name: string
}

/** The top navigation, in the seed's order; also used in the mobile menu. */
export const mainNavItems: readonly NavItem[] = [
  { to: '/', name: 'Home' },
  { to: '/shop', name: 'Shop' },
  { to: '/live', name: 'Live Control' },
  { to: '/dashboard', name: 'Dashboard' },
]

/** The additional links of an admin. */
export const adminNavItem: NavItem = { to: '/admin', name: 'Admin' }
