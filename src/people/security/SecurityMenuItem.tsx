import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { SECURITY_PATH } from '../../ui/pageAccess.ts'
import { MenuItem } from '../../ui/components/Menu.tsx'

export const SecurityMenuItem = () => (
  <MenuItem asChild>
    <Link to={SECURITY_PATH}>
      <ShieldCheck aria-hidden />
      Beveiliging
    </Link>
  </MenuItem>
)
