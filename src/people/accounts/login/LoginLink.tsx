import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { loginPath } from '../../../ui/page/pageAccess.ts'
import { storePendingAction, type NewPendingAction } from '../../../ui/visitor/pendingAction.ts'

type LoginLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & {
  /** Done after signing in. */
  pendingAction?: NewPendingAction
}

/** Links to the login page, which returns to this page. */
export function LoginLink({ pendingAction, ...props }: LoginLinkProps) {
  const { pathname, search } = useLocation()
  const page = pathname + search
  return (
    <Link
      to={loginPath(page)}
      onClick={() => pendingAction && storePendingAction(pendingAction, page)}
      {...props}
    />
  )
}
