import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { consentText } from './consentText.rules.ts'
import { SettingRow } from '../../ui/forms/SettingRow.tsx'
import {
  type ConsentPreferences,
  optsOutOfTracking,
  readConsentNumber,
  saveConsent,
  setConsentDialogOpen,
} from '../../ui/visitor/consent.ts'

interface CookieSettingsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  chosen: ConsentPreferences
}

/** One switch for each kind of storage; withdrawing consent deletes the stored data. */
export const CookieSettings = ({ open, onOpenChange, chosen }: CookieSettingsProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    {/* Remounted at each opening, which discards unsaved changes. */}
    {open && <ConsentForm chosen={chosen} />}
  </Dialog>
)

function ConsentForm({ chosen }: { chosen: ConsentPreferences }) {
  const [wanted, setWanted] = useState(chosen)
  const isRefused = optsOutOfTracking()
  return (
    <DialogContent
      title="Cookie-instellingen"
      description="Je kunt dit altijd weer veranderen, onderaan elke pagina."
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="quiet" onClick={() => setConsentDialogOpen(false)}>
            Annuleren
          </Button>
          <Button onClick={() => saveConsent(wanted)}>Opslaan</Button>
        </div>
      }
    >
      <div className="divide-y divide-line">
        <SettingRow name="Noodzakelijk" checked disabled onChange={() => undefined}>
          Inloggen, je winkelwagen, en onthouden wat je hier kiest. Zonder werkt de winkel niet.
        </SettingRow>
        <SettingRow
          name="Functioneel"
          checked={wanted.functional}
          onChange={functional => setWanted({ ...wanted, functional })}
        >
          {consentText.functional}
        </SettingRow>
        <SettingRow
          name="Statistieken"
          checked={wanted.analytics && !isRefused}
          disabled={isRefused}
          onChange={analytics => setWanted({ ...wanted, analytics })}
        >
          {isRefused
            ? 'Je browser vraagt om je niet te volgen. Daar houden we ons aan: dit blijft uit.'
            : consentText.analytics}
        </SettingRow>
      </div>
      <ProofNumber />
    </DialogContent>
  )
}

/** Under which the choice is kept as proof; nothing else connects it to its visitor. */
function ProofNumber() {
  const [number] = useState(readConsentNumber)
  if (number === null) return null
  return (
    <p className="pt-3 text-tiny text-ink-faint wrap-anywhere">
      We bewaren je keuze als bewijs onder een willekeurig nummer: {number}
    </p>
  )
}
