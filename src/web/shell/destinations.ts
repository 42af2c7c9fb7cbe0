/** The top navigation, in the seed's order; the mobile menu has the same. */
export const destinations = [
  { to: '/', name: 'Home' },
  { to: '/shop', name: 'Shop' },
  { to: '/live', name: 'Live Control' },
  { to: '/dashboard', name: 'Dashboard' },
]
