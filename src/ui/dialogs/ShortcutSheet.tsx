import { setCharacterKeys, useHasCharacterKeys } from '../characterKeys.ts'
import { adminShortcuts, keyLabelsOf, type Shortcut } from '../shortcuts.ts'
import { Dialog, DialogContent } from './Dialog.tsx'
import { KeyCaps } from './KeyCaps.tsx'
import { SettingRow } from '../forms/SettingRow.tsx'

interface ShortcutSheetProps {
  onClose: () => void
  /** Gives the focus back. */
  onCloseAutoFocus: (event: Event) => void
}

/** Lists the shortcuts of the back office, with a switch for those of a single character. */
export function ShortcutSheet({ onClose, onCloseAutoFocus }: ShortcutSheetProps) {
  const isOn = useHasCharacterKeys()
  return (
    <Dialog open onOpenChange={open => !open && onClose()}>
      <DialogContent
        title="Sneltoetsen"
        onCloseAutoFocus={onCloseAutoFocus}
        className="sm:w-[min(42rem,calc(100vw-3rem))]"
      >
        <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
          {(['Overal', 'In een lijst'] as const).map(group => (
            <Group key={group} name={group} />
          ))}
        </div>
        <div className="mt-4 border-t border-line">
          <SettingRow name="Losse toetsen" checked={isOn} onChange={setCharacterKeys}>
            Zet ze uit als ze je in de weg zitten, bijvoorbeeld bij dicteren. Dit geldt op dit apparaat.
          </SettingRow>
        </div>
      </DialogContent>
    </Dialog>
  )
}

const Group = ({ name }: { name: Shortcut['group'] }) => (
  <section aria-label={name}>
    <h3 className="text-small font-semibold text-ink-faint">{name}</h3>
    <dl className="mt-1 divide-y divide-line">
      {adminShortcuts
        .filter(({ group }) => group === name)
        .map(shortcut => (
          <div key={shortcut.id} className="flex min-h-10 items-center justify-between gap-4 py-1 text-small">
            <dt>{shortcut.name}</dt>
            <dd className="flex shrink-0 items-center gap-2">
              {shortcut.keys.map((way, index) => (
                <span key={way} className="flex items-center gap-2">
                  {index > 0 && <span className="text-tiny text-ink-faint">of</span>}
                  <KeyCaps labels={keyLabelsOf(way, isMac())} />
                </span>
              ))}
            </dd>
          </div>
        ))}
    </dl>
  </section>
)

const isMac = () => navigator.platform.startsWith('Mac')
