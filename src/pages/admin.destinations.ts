import {
  BookCheck,
  ChartNoAxesColumn,
  ListRestart,
  type LucideIcon,
  ScrollText,
  Settings2,
  Truck,
} from 'lucide-react'

interface Destination {
  to: string
  name: string
  icon: LucideIcon
}

/** The rail of the back office: what belongs together stands together. */
export const adminDestinations: { name: string; items: Destination[] }[] = [
  { name: 'Winkel', items: [{ to: '/admin', name: 'Overzicht', icon: ChartNoAxesColumn }] },
  { name: 'Verkopen', items: [] },
  { name: 'Assortiment', items: [] },
  { name: 'Mensen en live', items: [] },
  {
    name: 'Beheer',
    items: [
      { to: '/admin/settings', name: 'Instellingen', icon: Settings2 },
      { to: '/admin/shipping', name: 'Verzending', icon: Truck },
      { to: '/admin/jobs', name: 'Taken', icon: ListRestart },
      { to: '/admin/books', name: 'Boekhouding', icon: BookCheck },
      { to: '/admin/audit', name: 'Logboek', icon: ScrollText },
    ],
  },
]
