import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import {
  setConsentDialogOpen,
  saveConsent,
  fullConsent,
  necessaryConsent,
  useConsent,
} from '../../ui/visitor/consent.ts'
import { Button } from '../../ui/components/Button.tsx'
import { IconButton } from '../../ui/components/IconButton.tsx'
import { lazyDialog } from '../../ui/dialogs/lazyDialog.tsx'
import { useConsentProof } from './consent.hooks.ts'
import { consentText } from './consentText.rules.ts'

const CookieSettings = lazyDialog({
  title: 'Cookie-instellingen',
  load: async () => (await import('./CookieSettings.tsx')).CookieSettings,
})

/** Delay before the banner appears, after the page. */
const SHOW_AFTER_MS = 2000

/** Asks for cookie consent. Closing it is no answer, so it is shown again at the next visit. */
export function CookieBanner() {
  const consent = useConsent()
  const [isDue, setIsDue] = useState(false)
  const [isPutAside, setIsPutAside] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  useConsentProof()
  if (!consent) return null
  const isAsking = isDue && !isPutAside && consent.preferences === null && !consent.isDialogOpen
  return (
    <>
      {isAsking && <ConsentQuestion onPutAside={() => setIsPutAside(true)} />}
      <CookieSettings
        open={consent.isDialogOpen}
        onOpenChange={setConsentDialogOpen}
        chosen={consent.preferences ?? necessaryConsent}
      />
    </>
  )
}

function ConsentQuestion({ onPutAside }: { onPutAside: () => void }) {
  return (
    // It must never cover a button that stops a toy: beside one it stands at the end of the page.
    <section
      aria-label="Cookies"
      className="fixed inset-x-3 bottom-[calc(0.75rem+var(--dock))] z-30 mx-auto max-w-2xl animate-fade-in rounded-card border border-line-strong bg-raised p-5 shadow-soft sm:bottom-[calc(1.5rem+var(--dock))] sm:p-6 in-has-[[data-dock~=stop]]:static in-has-[[data-dock~=stop]]:mt-30 in-has-[[data-dock~=stop]]:-mb-18 print:hidden"
    >
      <div className="flex items-start gap-4">
        <p className="grow text-small text-ink-soft">
          <strong className="display mb-1 block text-subheading text-ink">{consentText.title}</strong>
          {consentText.question}{' '}
          <Link to="/privacy-policy#cookies" className="text-ink underline underline-offset-4">
            Cookiebeleid
          </Link>
        </p>
        <IconButton icon={X} label="Sluiten zonder te kiezen" className="-mt-2 -mr-2" onClick={onPutAside} />
      </div>
      <div className="mt-4 grid gap-2 sm:grid-cols-3">
        <Button variant="secondary" size="sm" className="h-11" onClick={() => saveConsent(fullConsent)}>
          Alles accepteren
        </Button>
        <Button variant="secondary" size="sm" className="h-11" onClick={() => saveConsent(necessaryConsent)}>
          Alleen noodzakelijk
        </Button>
        <Button variant="quiet" size="sm" className="h-11" onClick={() => setConsentDialogOpen(true)}>
          Zelf instellen
        </Button>
      </div>
    </section>
  )
}
