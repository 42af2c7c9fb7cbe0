import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { MenuItem } from '../../ui/components/Menu.tsx'

/** The way to one's messages in the account's menu; that something came is a notification. */
export const MessagesMenuItem = () => (
  <MenuItem asChild>
    <Link to="/messages">
      <MessageCircle aria-hidden />
      Berichten
    </Link>
  </MenuItem>
)
