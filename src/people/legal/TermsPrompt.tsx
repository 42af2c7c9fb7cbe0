import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { DialogButtons } from '../../ui/components/DialogButtons.tsx'
import { useShop } from '../../ui/boot.ts'
import { setTermsPromptOpen, useTermsPrompt } from '../../ui/termsPrompt.ts'
import type { User } from '../accounts/contract.ts'
import { useAcceptTerms } from '../accounts/hooks.ts'
import { mustAcceptTerms } from '../accounts/terms.rules.ts'

/** Pages on which nobody is asked: a live session, and the terms themselves. */
const quietPaths = new Set(['/live', '/studio', '/terms-of-service', '/privacy-policy'])

/** Asks to accept new terms: in a line above the page, and in a dialog when an order needs it. Nothing else waits for it. */
export function TermsPrompt({ user }: { user: User }) {
  const { termsVersion } = useShop()
  const { pathname } = useLocation()
  const isOpen = useTermsPrompt()
  const cache = useQueryClient()
  // An order was refused for terms that this page does not know yet.
  useEffect(() => {
    if (isOpen) void cache.invalidateQueries({ queryKey: ['shop'] })
  }, [isOpen, cache])
  if (!mustAcceptTerms(user.policyVersion, termsVersion)) return null
  return (
    <>
      {!quietPaths.has(pathname) && (
        <aside
          aria-label="Nieuwe voorwaarden"
          className="border-b border-line bg-accent-soft/50 print:hidden"
        >
          <div className="measure flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-small text-ink">
            <p className="grow">Onze voorwaarden zijn vernieuwd. Ga akkoord voordat je weer bestelt.</p>
            <Button size="sm" variant="secondary" onClick={() => setTermsPromptOpen(true)}>
              Bekijk en ga akkoord
            </Button>
          </div>
        </aside>
      )}
      <TermsDialog isOpen={isOpen} version={termsVersion} />
    </>
  )
}

function TermsDialog({ isOpen, version }: { isOpen: boolean; version: string }) {
  const accept = useAcceptTerms()
  const close = () => setTermsPromptOpen(false)
  return (
    <Dialog open={isOpen} onOpenChange={setTermsPromptOpen}>
      <DialogContent
        title="Onze voorwaarden zijn vernieuwd"
        description={`Versie ${version}`}
        footer={
          <DialogButtons onCancel={close} isBusy={accept.isPending}>
            <Button busy={accept.isPending} onClick={() => accept.mutate({ version }, { onSuccess: close })}>
              Ik ga akkoord
            </Button>
          </DialogButtons>
        }
      >
        <div className="grid gap-3">
          <p>
            Voordat je weer bestelt, vragen we je om ze te lezen en ermee akkoord te gaan. Wat je al bestelde,
            blijft onder de voorwaarden van toen.
          </p>
          <p>
            {/* In a new tab, so that what was filled in here is kept. */}
            <Link to="/terms-of-service" target="_blank" className="underline underline-offset-4">
              Lees de gebruiksvoorwaarden
            </Link>
          </p>
          <p className="text-small text-ink-soft">
            Ga je niet akkoord, dan kun je niet bestellen. Al het andere blijft werken, ook je gegevens
            opvragen en je account sluiten.
          </p>
        </div>
      </DialogContent>
    </Dialog>
  )
}
