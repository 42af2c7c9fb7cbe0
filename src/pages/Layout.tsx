import { Link, Outlet } from 'react-router'
import { AccountMenu } from '../accounts/AccountMenu.tsx'
import { useUser } from '../accounts/hooks.ts'
import { CartButton } from '../cart/CartButton.tsx'
import { Balance } from '../web/shell/Balance.tsx'
import { Shell } from '../web/shell/Shell.tsx'
import { Button } from '../web/ui/Button.tsx'
import { Gate } from './Gate.tsx'

/** The shell with what the slices put into it. */
export function Layout() {
  const user = useUser()
  const tools = user ? (
    <>
      <Balance minutes={user.minutesBalance} />
      <CartButton />
      <AccountMenu user={user} />
    </>
  ) : (
    <Button asChild size="sm">
      <Link to="/auth">Inloggen</Link>
    </Button>
  )
  return (
    <Shell tools={tools}>
      <Gate>
        <Outlet />
      </Gate>
    </Shell>
  )
}
