export interface Destination {
  to: string
  name: string
}

/** The top navigation, in the seed's order; the mobile menu has the same. */
export const destinations: readonly Destination[] = [
  { to: '/', name: 'Home' },
  { to: '/shop', name: 'Shop' },
  { to: '/live', name: 'Live Control' },
  { to: '/dashboard', name: 'Dashboard' },
]

/** What an admin has besides. */
export const adminDestination: Destination = { to: '/admin', name: 'Admin' }
