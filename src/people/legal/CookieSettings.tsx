import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { SettingRow } from '../../ui/components/SettingRow.tsx'
import {
  type ConsentPreferences,
  optsOutOfTracking,
  saveConsent,
  setConsentDialogOpen,
} from '../../ui/consent.ts'

interface CookieSettingsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  chosen: ConsentPreferences
}

/** One switch for each kind of storage; withdrawing consent deletes what was stored. */
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
          Onthoudt voor een volgend bezoek of je licht of donker koos, en de patronen die je opnam.
        </SettingRow>
        <SettingRow
          name="Statistieken"
          checked={wanted.analytics && !isRefused}
          disabled={isRefused}
          onChange={analytics => setWanted({ ...wanted, analytics })}
        >
          {isRefused
            ? 'Je browser vraagt om je niet te volgen. Daar houden we ons aan: dit blijft uit.'
            : 'Laat ons zien welke pagina’s gelezen worden, en wat er in de winkel gezocht en gedaan wordt. Zonder anderen, en met een ingekort IP-adres.'}
        </SettingRow>
      </div>
    </DialogContent>
  )
}
