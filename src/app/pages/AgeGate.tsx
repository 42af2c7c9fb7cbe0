import { useMatches } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import type { PageHandle } from '../../ui/pageAccess.ts'
import { isAgeGated, useAgeVerification } from '../../ui/ageVerification.ts'
import { AgeQuestionPage } from '../../ui/shell/AgeQuestionPage.tsx'
import { Layout } from './Layout.tsx'

/** Shows the page, or the age gate in its place: on the first load, and on navigation from a page without the gate. */
export function AgeGate() {
  const { isAsked } = useAgeVerification()
  const user = useUser()
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  return isAgeGated(isAsked && !user, handle) ? <AgeQuestionPage /> : <Layout />
}
