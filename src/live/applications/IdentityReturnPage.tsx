import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { userMessageOf } from '../../ui/call/call.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { Spinner } from '../../ui/components/Spinner.tsx'
import { APPLICATION_PATH } from './contract.ts'
import { useFinishIdentityProof } from './hooks.ts'

/** `/creator-worden/identiteit`: hands over the identity provider's answer, and goes on with the application. */
export function IdentityReturnPage() {
  const [answer] = useSearchParams()
  const navigate = useNavigate()
  const finish = useFinishIdentityProof()
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const given = (name: string) => answer.get(name) || null
    finish.mutate(
      { state: answer.get('state') || '-', code: given('code'), iss: given('iss'), error: given('error') },
      { onSuccess: () => navigate(APPLICATION_PATH, { replace: true }) },
    )
  })
  return (
    <div className="measure grid max-w-[46rem] gap-6 py-10 md:py-16">
      <PageTitle>Creator worden</PageTitle>
      <h1 className="display text-title">Wie je bent</h1>
      {finish.error ? (
        <>
          <Notice tone="error" title="Dat lukte niet">
            {userMessageOf(finish.error)}
          </Notice>
          <ButtonLink to={APPLICATION_PATH} className="justify-self-start">
            Terug naar je aanmelding
          </ButtonLink>
        </>
      ) : (
        <p className="flex items-center gap-3 text-ink-soft">
          <Spinner label="Bezig" /> We lezen het antwoord.
        </p>
      )}
    </div>
  )
}
