import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { hasCharacterKeys } from '../../../ui/characterKeys.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { lazyPart } from '../../../ui/components/lazyPart.tsx'
import { KeyCaps } from '../../../ui/dialogs/KeyCaps.tsx'
import { hasOpenOverlay, isInRow, isTypingTarget, listActions } from '../../../ui/lists/listShortcuts.ts'
import { keyLabelsOf, matchShortcut, type Shortcut } from '../../../ui/shortcuts.ts'

const AdminPalette = lazyPart({
  load: async () => (await import('../../../backoffice/search/AdminPalette.tsx')).AdminPalette,
})
const ShortcutSheet = lazyPart({
  load: async () => (await import('../../../ui/dialogs/ShortcutSheet.tsx')).ShortcutSheet,
})

/** Milliseconds in which the second key of a shortcut follows the first. */
const SEQUENCE_MS = 1500

type OpenCommand = 'palette' | 'sheet' | null

interface AdminCommandsProps {
  pages: readonly { to: string; name: string }[]
  className?: string
}

/** The button of the palette, and all shortcuts of the back office; palette and sheet are loaded when opened. */
export function AdminCommands({ pages, className }: AdminCommandsProps) {
  const [opened, setOpened] = useState<OpenCommand>(null)
  const navigate = useNavigate()
  const opener = useRef<Element | null>(null)
  const open = (command: OpenCommand) => {
    if (opened === null) opener.current = document.activeElement
    setOpened(command)
  }
  useShortcuts(({ id, to }) => {
    if (to !== undefined) void navigate(to)
    else if (id === 'palette') open(opened === 'palette' ? null : 'palette')
    else if (id === 'sheet') open('sheet')
    else return listActions[id]?.() ?? false
    return true
  })
  const shared = {
    onClose: () => setOpened(null),
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
  return (
    <>
      <PaletteButton onOpen={() => open('palette')} className={className} />
      {opened === 'palette' && (
        <AdminPalette
          {...shared}
          pages={pages}
          footer={
            <Button variant="link" size="sm" onClick={() => open('sheet')}>
              Sneltoetsen
            </Button>
          }
        />
      )}
      {opened === 'sheet' && <ShortcutSheet {...shared} />}
    </>
  )
}

const isMac = () => navigator.platform.startsWith('Mac')

function PaletteButton({ onOpen, className }: { onOpen: () => void; className?: string | undefined }) {
  const [labels, setLabels] = useState(() => keyLabelsOf('Mod+k', false))
  useEffect(() => setLabels(keyLabelsOf('Mod+k', isMac())), [])
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={cn(
        'flex min-h-11 items-center gap-3 rounded-inner px-3 text-small text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink',
        className,
      )}
    >
      <Search className="size-4.5 shrink-0" strokeWidth={1.75} aria-hidden />
      <span className="grow text-left max-lg:sr-only">
        Zoek<span className="sr-only"> en ga naar</span>
      </span>
      <span aria-hidden className="max-lg:hidden">
        <KeyCaps labels={labels} />
      </span>
    </button>
  )
}

/** Calls back for each shortcut; shortcuts that it does nothing for stay with the browser. */
function useShortcuts(onShortcut: (shortcut: Shortcut) => boolean): void {
  const prefix = useRef({ key: '', at: 0 })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const before = Date.now() - prefix.current.at < SEQUENCE_MS ? prefix.current.key : ''
    if (event.key !== 'Shift') prefix.current.key = ''
    const { key, ctrlKey, metaKey, altKey, target } = event
    const press = {
      key,
      ctrlKey,
      metaKey,
      altKey,
      isTyping: isTypingTarget(target),
      isInRow: isInRow(target),
    }
    const match = matchShortcut(press, before, hasCharacterKeys())
    if (!match) return
    if ('prefix' in match) prefix.current = { key: match.prefix, at: Date.now() }
    else if ((!hasOpenOverlay() || match.shortcut.id === 'palette') && onShortcut(match.shortcut))
      event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
