import { useMatches } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import type { PageHandle } from '../../ui/pageAccess.ts'
import { isAgeGated, useAgeVerification } from '../../ui/ageVerification.ts'
import { AgeQuestionPage } from '../../ui/shell/AgeQuestionPage.tsx'
import { Layout } from './Layout.tsx'

/** The shop, or the question of age that stands before it: on arrival, and on the way in from a page that is free of it. */
export function AgeGate() {
  const { isAsked } = useAgeVerification()
  const user = useUser()
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  return isAgeGated(isAsked && !user, handle) ? <AgeQuestionPage /> : <Layout />
}
