import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { MenuItem } from '../../ui/components/Menu.tsx'

/** The link to the messages in the account menu; a new message is a notification. */
export const MessagesMenuItem = () => (
  <MenuItem asChild>
    <Link to="/messages">
      <MessageCircle aria-hidden />
      Berichten
    </Link>
  </MenuItem>
)
