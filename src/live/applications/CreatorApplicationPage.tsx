import { useUser } from '../../people/accounts/hooks.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { PageMeta } from '../../ui/components/PageMeta.tsx'
import { Application } from './Application.tsx'
import { APPLICATION_PATH } from './contract.ts'

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
      {user ? <Application /> : <LoginFirst />}
    </div>
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
