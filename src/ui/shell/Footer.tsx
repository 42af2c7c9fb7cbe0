import { Package, ShieldCheck, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { shippingPromise } from '../../wire/shippingText.ts'
import { useShop } from '../page/boot.ts'
import { setConsentDialogOpen } from '../visitor/consent.ts'
import { lazyPart } from '../components/lazyPart.tsx'
import { CompanyDetails } from './CompanyDetails.tsx'

const promises = [
  { icon: Undo2, text: '14 dagen bedenktijd na ontvangst' },
  { icon: ShieldCheck, text: 'Veilig betalen; wij bewaren geen kaartgegevens' },
]

const legal = [
  { to: '/contact', name: 'Contact' },
  { to: '/faq', name: 'Veelgestelde vragen' },
  { to: '/herroepen', name: 'Herroepen' },
  { to: '/terugroepacties', name: 'Terugroepacties' },
  { to: '/creator-worden', name: 'Creator worden' },
  { to: '/melden', name: 'Inhoud melden' },
  { to: '/terms-of-service', name: 'Gebruiksvoorwaarden' },
  { to: '/privacy-policy', name: 'Privacybeleid en voorwaarden' },
  { to: '/klachten', name: 'Klachten: antwoord binnen 5 werkdagen' },
  { to: '/leeftijdsbeleid', name: 'Leeftijdsbeleid' },
  { to: '/wettelijke-garantie', name: 'Wettelijke garantie' },
]

const DiscretionDialog = lazyPart({
  load: async () => (await import('./DiscretionDialog.tsx')).DiscretionDialog,
})

const link =
  'inline-block py-1.5 text-ink underline decoration-line-strong underline-offset-4 hover:decoration-2'

/** @param asksCreators whether the visitor is no creator yet */
export function Footer({ asksCreators }: { asksCreators: boolean }) {
  const shop = useShop()
  const { name, company, creatorProgramme } = shop
  const shipping = { icon: Package, text: `${shippingPromise(shop)}, discreet verpakt` }
  return (
    <footer className="mt-24 border-t border-line bg-sunken print:hidden">
      <div className="measure grid gap-8 py-12 md:grid-cols-2 lg:grid-cols-[1.2fr_1fr_auto]">
        <ul className="grid content-start gap-3 text-small text-ink-soft">
          {[shipping, ...promises].map(({ icon: Icon, text }) => (
            <li key={text} className="flex items-center gap-3">
              <Icon className="size-4.5 shrink-0 text-ink-faint" strokeWidth={1.5} aria-hidden />
              {text}
            </li>
          ))}
        </ul>
        <CompanyDetails company={company} />
        <div className="text-small text-ink-soft lg:text-right">
          <p>
            <span className="display block text-subheading text-ink">{name}</span>
            Uitsluitend voor 18 jaar en ouder.
          </p>
          <ul className="mt-3 grid">
            {legal.map(
              ({ to, name: what }) =>
                (to !== '/creator-worden' || (asksCreators && creatorProgramme)) && (
                  <li key={to}>
                    <Link to={to} className={link}>
                      {what}
                    </Link>
                  </li>
                ),
            )}
            <li>
              <button type="button" className={link} onClick={() => setConsentDialogOpen(true)}>
                Cookie-instellingen
              </button>
            </li>
            <li>
              <DiscretionButton />
            </li>
          </ul>
        </div>
      </div>
    </footer>
  )
}

/** A neutral title and the quick exit; the dialog is loaded when opened. */
function DiscretionButton() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button ref={button} type="button" className={link} onClick={() => setIsOpen(true)}>
        Discretie
      </button>
      {isOpen && (
        <DiscretionDialog
          onClose={() => setIsOpen(false)}
          onCloseAutoFocus={event => {
            event.preventDefault()
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}
