import { Gift } from 'lucide-react'
import { Link } from 'react-router'
import { MenuItem } from '../../ui/components/Menu.tsx'

/** The way to the creators' wishes in the account's menu. */
export const GiftsMenuItem = () => (
  <MenuItem asChild>
    <Link to="/gifts">
      <Gift aria-hidden />
      Cadeau geven
    </Link>
  </MenuItem>
)
