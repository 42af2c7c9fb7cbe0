import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/components/Button.tsx'
import { lazyDialog } from '../../ui/dialogs/lazyDialog.tsx'
import { useShop } from '../../ui/page/boot.ts'
import { setTermsPromptOpen, useTermsPrompt } from '../../ui/visitor/termsPrompt.ts'
import type { User } from '../accounts/contract.ts'
import { mustAcceptTerms } from '../accounts/terms.rules.ts'

const TermsDialog = lazyDialog({
  title: 'Onze voorwaarden zijn vernieuwd',
  load: async () => (await import('./TermsDialog.tsx')).TermsDialog,
})

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
      <TermsDialog open={isOpen} onOpenChange={setTermsPromptOpen} version={termsVersion} />
    </>
  )
}
