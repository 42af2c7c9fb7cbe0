import { type Ref, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useRevalidator } from 'react-router'
import { selfDeclaration, useAgeVerification } from '../visitor/ageVerification.ts'
import { NEUTRAL_TITLE, useDiscretion } from '../visitor/discretion.ts'
import { Button } from '../components/Button.tsx'
import { Card } from '../components/Card.tsx'

/** The links that the law requires for everyone, also for visitors behind the age gate. */
const legal = [
  { to: '/privacy-policy', name: 'Privacybeleid' },
  { to: '/terms-of-service', name: 'Voorwaarden' },
  { to: '/privacy-policy#cookies', name: 'Cookies' },
  { to: '/contact', name: 'Contact' },
  { to: '/herroepen', name: 'Herroepen' },
  { to: '/leeftijdsbeleid', name: 'Leeftijdsbeleid' },
  { to: '/melden', name: 'Inhoud melden' },
]

/** Replaces a page until the visitor declares to be 18. Neither its content nor its title shows what the page is. */
export function AgeQuestionPage() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isYounger, setIsYounger] = useState(false)
  useEffect(() => focusMainContent, [])
  const answer = (younger: boolean) => {
    flushSync(() => setIsYounger(younger))
    heading.current?.focus()
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{useDiscretion().isDiscreet ? NEUTRAL_TITLE : 'Even bevestigen'}</title>
      <meta name="robots" content="noindex" />
      <main id="main" tabIndex={-1} className="grid grow place-items-center px-4 py-10 outline-none">
        <Card className="grid w-full max-w-md gap-8 p-8 text-center sm:p-10">
          {isYounger ? (
            <UnderAgeMessage heading={heading} onBack={() => answer(false)} />
          ) : (
            <AgeQuestion heading={heading} onYounger={() => answer(true)} />
          )}
        </Card>
      </main>
      <LegalLinks />
    </div>
  )
}

/** Moves the focus to the page that replaced the question, for the next Tab and for screen readers. */
const focusMainContent = () => document.getElementById('main')?.focus({ preventScroll: true })

interface StepProps {
  heading: Ref<HTMLHeadingElement>
}

function AgeQuestion({ heading, onYounger }: StepProps & { onYounger: () => void }) {
  const { onVerified } = useAgeVerification()
  const { revalidate } = useRevalidator()
  const [isEntering, setIsEntering] = useState(false)
  const enter = async () => {
    selfDeclaration.verify()
    setIsEntering(true)
    // The server rendered the page without its data, so the data is loaded before the question is removed.
    await revalidate()
    onVerified()
  }
  return (
    <>
      <GateText heading={heading} title="Even bevestigen">
        Deze site is voor volwassenen. Hoe oud ben je?
      </GateText>
      <div className="grid gap-3">
        <Button size="lg" busy={isEntering} onClick={() => void enter()}>
          Ik ben 18 of ouder
        </Button>
        <Button size="lg" variant="secondary" disabled={isEntering} onClick={onYounger}>
          Ik ben jonger
        </Button>
      </div>
      <p className="text-small text-ink-soft">Een ja onthoudt je browser een jaar.</p>
    </>
  )
}

function UnderAgeMessage({ heading, onBack }: StepProps & { onBack: () => void }) {
  return (
    <>
      <GateText heading={heading} title="Dank je voor je eerlijkheid">
        Deze site is er pas voor je vanaf je achttiende. Je kunt dit tabblad gerust sluiten.
      </GateText>
      <Button variant="quiet" className="justify-self-center" onClick={onBack}>
        Ik heb me vergist
      </Button>
    </>
  )
}

const GateText = ({ heading, title, children }: StepProps & { title: string; children: string }) => (
  <div className="grid gap-3">
    <h1 ref={heading} tabIndex={-1} className="display text-heading outline-none">
      {title}
    </h1>
    <p className="text-lead text-balance text-ink-soft">{children}</p>
  </div>
)

const LegalLinks = () => (
  <footer className="px-4 pb-8">
    <ul className="flex flex-wrap justify-center gap-x-5 gap-y-1 text-small">
      {legal.map(({ to, name }) => (
        <li key={to}>
          <Link
            to={to}
            className="inline-block py-1.5 text-ink-soft underline decoration-line-strong underline-offset-4 hover:decoration-2"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </footer>
)
