import { Button } from '../../ui/components/Button.tsx'
import { SettingRow } from '../../ui/forms/SettingRow.tsx'
import { type PushStatus, useTogglePush, usePushStatus } from './push.hooks.ts'

interface PushToggleProps {
  /** Whether the account has push messages switched on. */
  checked: boolean
  onChange: (checked: boolean) => void
}

const pushStatusTexts: Record<PushStatus, string> = {
  unable: 'Deze browser kan geen meldingen tonen; andere apparaten wel.',
  denied: 'Je browser houdt meldingen tegen. Sta ze daar toe, dan kunnen ze ook hier.',
  off: 'Een melding op je apparaat, discreet verwoord.',
  on: 'Een melding op dit apparaat, discreet verwoord.',
}

/** The switch for push messages; the browser asks for permission only when it is switched on. */
export function PushToggle({ checked, onChange }: PushToggleProps) {
  const standing = usePushStatus() ?? 'off'
  const push = useTogglePush()
  const canAdd = checked && standing === 'off'
  return (
    <SettingRow
      name="Pushmeldingen"
      checked={checked}
      onChange={isWanted => {
        onChange(isWanted)
        if (standing !== 'unable' && standing !== 'denied') push.mutate(isWanted)
      }}
      action={
        canAdd && (
          <Button
            variant="link"
            size="sm"
            className="mt-1"
            busy={push.isPending}
            onClick={() => push.mutate(true)}
          >
            Zet aan op dit apparaat
          </Button>
        )
      }
    >
      {pushStatusTexts[checked ? standing : 'off']}
    </SettingRow>
  )
}
