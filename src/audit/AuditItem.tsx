import { ScrollText } from 'lucide-react'
import { Link } from 'react-router'
import { MenuItem } from '../web/ui/Menu.tsx'

export const AuditItem = () => (
  <MenuItem asChild>
    <Link to="/admin/audit">
      <ScrollText aria-hidden />
      Logboek
    </Link>
  </MenuItem>
)
