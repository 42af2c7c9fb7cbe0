import { ChartNoAxesColumn, type LucideIcon, Package, ScrollText, Tags } from 'lucide-react'

interface Destination {
  to: string
  name: string
  icon: LucideIcon
}

/** The rail of the back office: what belongs together stands together. */
export const adminDestinations: { name: string; items: Destination[] }[] = [
  { name: 'Winkel', items: [{ to: '/admin', name: 'Overzicht', icon: ChartNoAxesColumn }] },
  { name: 'Verkopen', items: [] },
  {
    name: 'Assortiment',
    items: [
      { to: '/admin/products', name: 'Producten', icon: Package },
      { to: '/admin/categories', name: 'Categorieën', icon: Tags },
    ],
  },
  { name: 'Mensen en live', items: [] },
  { name: 'Beheer', items: [{ to: '/admin/audit', name: 'Logboek', icon: ScrollText }] },
]
