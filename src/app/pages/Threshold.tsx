import { useMatches } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import type { PageHandle } from '../../ui/admission.ts'
import { isHeldBack, useAge } from '../../ui/age.ts'
import { AgeGate } from '../../ui/shell/AgeGate.tsx'
import { Layout } from './Layout.tsx'

/** The shop, or the question of age that stands before it: on arrival, and on the way in from a page that is free of it. */
export function Threshold() {
  const { isAsked } = useAge()
  const user = useUser()
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  return isHeldBack(isAsked && !user, handle) ? <AgeGate /> : <Layout />
}
