import {
  BookCheck,
  ChartNoAxesColumn,
  Footprints,
  Gift,
  ListRestart,
  type LucideIcon,
  MessageSquareText,
  Mail,
  Package,
  Plug,
  Radio,
  RotateCcw,
  ScrollText,
  Settings2,
  ShoppingBag,
  Tags,
  Truck,
  Undo2,
  Users,
} from 'lucide-react'

/** The navigation of the back office, in groups. */
export const adminNavSections: { name: string; items: { to: string; name: string; icon: LucideIcon }[] }[] = [
  {
    name: 'Winkel',
    items: [
      { to: '/admin', name: 'Overzicht', icon: ChartNoAxesColumn },
      { to: '/admin/visitors', name: 'Bezoekers', icon: Footprints },
    ],
  },
  {
    name: 'Verkopen',
    items: [
      { to: '/admin/orders', name: 'Bestellingen', icon: ShoppingBag },
      { to: '/admin/withdrawals', name: 'Herroepingen', icon: RotateCcw },
      { to: '/admin/refunds', name: 'Terugbetalingen', icon: Undo2 },
      { to: '/admin/mails', name: 'Mails', icon: Mail },
    ],
  },
  {
    name: 'Assortiment',
    items: [
      { to: '/admin/products', name: 'Producten', icon: Package },
      { to: '/admin/categories', name: 'Categorieën', icon: Tags },
      { to: '/admin/reviews', name: 'Beoordelingen', icon: MessageSquareText },
    ],
  },
  {
    name: 'Mensen en live',
    items: [
      { to: '/admin/users', name: 'Gebruikers', icon: Users },
      { to: '/admin/devices', name: 'Apparaten', icon: Radio },
      { to: '/admin/provider', name: 'Toy-provider', icon: Plug },
      { to: '/admin/gifts', name: 'Wensen', icon: Gift },
    ],
  },
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
