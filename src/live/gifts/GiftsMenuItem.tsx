import { Gift } from 'lucide-react'
import { Link } from 'react-router'
import { MenuItem } from '../../ui/components/Menu.tsx'

/** The link to the gifts in the account menu. */
export const GiftsMenuItem = () => (
  <MenuItem asChild>
    <Link to="/gifts">
      <Gift aria-hidden />
      Cadeau geven
    </Link>
  </MenuItem>
)
