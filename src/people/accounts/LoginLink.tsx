import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { loginPath } from '../../ui/pageAccess.ts'
import { storePendingAction, type NewPendingAction } from '../../ui/pendingAction.ts'

type LoginLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & {
  /** What is done once they have signed in. */
  pendingAction?: NewPendingAction
}

/** Leads a visitor to login, and from there back to this page. */
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
