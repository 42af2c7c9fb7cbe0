import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import { userMessageOf } from '../../ui/call/call.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { PageMeta } from '../../ui/components/PageMeta.tsx'
import { Spinner } from '../../ui/components/Spinner.tsx'
import { Application } from './Application.tsx'
import { APPLICATION_PATH } from './contract.ts'
import { useFinishIdentityProof } from './hooks.ts'

const parts = [
  {
    title: 'Wat het is',
    text: 'Je koppelt je eigen toy, en een klant bedient haar live, zolang jij dat wilt. Jij bepaalt wanneer, met wie en wat. Je kunt altijd weigeren en stoppen, zonder uitleg.',
  },
  {
    title: 'Wat je verdient',
    text: 'Je krijgt een deel van elke minuut die een klant met je speelt. Hoe groot dat deel is, staat in de overeenkomst: je leest het voordat je tekent.',
  },
  {
    title: 'Wat we vragen',
    text: 'Je bent 18 jaar of ouder, je bewijst wie je bent, en je tekent een overeenkomst. Daarna beslist iemand van ons over je aanmelding, en je hoort waarom.',
  },
  {
    title: 'Wat er met je gegevens gebeurt',
    text: 'We bewaren je naam, geboortedatum, adres en welk document je had, versleuteld. Klanten zien ze nooit. Een beheerder opent ze alleen met een reden, en dat wordt opgeschreven.',
  },
]

/** `/creator-worden`: the work and earnings of a creator, and the application of a member. */
export function CreatorApplicationPage() {
  const user = useUser()
  const [answer] = useSearchParams()
  return (
    <div className="measure grid max-w-[46rem] gap-10 py-10 md:py-16">
      <PageMeta
        title="Creator worden"
        description="Wat je doet, wat je verdient, wat we vragen en wat er met je gegevens gebeurt."
        path={APPLICATION_PATH}
      />
      <header className="grid gap-3">
        <h1 className="display text-title">Creator worden</h1>
        <p className="text-lead text-ink-soft">Speel live op jouw voorwaarden, en verdien er iets mee.</p>
      </header>
      <dl className="grid gap-6 sm:grid-cols-2">
        {parts.map(({ title, text }) => (
          <div key={title} className="grid content-start gap-1">
            <dt className="font-semibold">{title}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
      {!user ? <LoginFirst /> : answer.has('state') ? <IdentityAnswer answer={answer} /> : <Application />}
    </div>
  )
}

/** Hands over the identity provider's answer, and goes on with the application. */
function IdentityAnswer({ answer }: { answer: URLSearchParams }) {
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
  if (!finish.error)
    return (
      <p className="flex items-center gap-3 text-ink-soft">
        <Spinner label="Bezig" /> We lezen het antwoord.
      </p>
    )
  return (
    <>
      <Notice tone="error" title="Dat lukte niet">
        {userMessageOf(finish.error)}
      </Notice>
      <ButtonLink to={APPLICATION_PATH} className="justify-self-start">
        Terug naar je aanmelding
      </ButtonLink>
    </>
  )
}

const LoginFirst = () => (
  <Card className="grid gap-4 sm:p-8">
    <h2 className="display text-heading">Je aanmelden</h2>
    <p className="text-ink-soft">Log in, of maak eerst een account. Daarna vind je hier je aanmelding.</p>
    <ButtonLink to={`/auth?next=${APPLICATION_PATH}`} className="justify-self-start max-sm:w-full">
      Inloggen of registreren
    </ButtonLink>
  </Card>
)
