import { Copy, Download, Printer } from 'lucide-react'
import { useShop } from '../../ui/boot.ts'
import { Button } from '../../ui/components/Button.tsx'
import { toast } from '../../ui/components/toast.ts'

interface RecoveryCodesProps {
  codes: string[]
  onDone: () => void
}

/** Shown once, to keep: by copying, as a file, or on paper. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { name } = useShop()
  return (
    <div className="grid gap-5">
      <p className="text-ink-soft">
        Bewaar ze waar je erbij kunt zonder je telefoon. Elke code laat je één keer inloggen.
      </p>
      <ul
        aria-label="Herstelcodes"
        className="figures grid grid-cols-2 gap-x-6 gap-y-2 rounded-card bg-sunken p-5 text-center font-medium tracking-wide select-all max-[22rem]:grid-cols-1"
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button variant="secondary" size="sm" onClick={() => void copy(codes)}>
          <Copy aria-hidden />
          Kopiëren
        </Button>
        <Button asChild variant="secondary" size="sm">
          <a href={codesFileUrl(name, codes)} download={`herstelcodes-${name.toLowerCase()}.txt`}>
            <Download aria-hidden />
            Downloaden
          </a>
        </Button>
        <Button variant="secondary" size="sm" onClick={() => print(name, codes)}>
          <Printer aria-hidden />
          Afdrukken
        </Button>
      </div>
      <Button size="lg" onClick={onDone}>
        Ik heb ze bewaard
      </Button>
    </div>
  )
}

const formatCodesFile = (name: string, codes: string[]): string =>
  [`Herstelcodes voor ${name}. Elke code werkt één keer.`, '', ...codes, ''].join('\n')

const codesFileUrl = (name: string, codes: string[]): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(formatCodesFile(name, codes))}`

async function copy(codes: string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    toast({ title: 'Herstelcodes gekopieerd' })
  } catch {
    toast({ title: 'Kopiëren lukte niet', description: 'Download ze, of schrijf ze over.' })
  }
}

/** On a sheet of its own: nothing else of the page goes along. */
function print(name: string, codes: string[]): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const sheet = frame.contentDocument
  const text = sheet?.createElement('pre')
  if (!sheet || !text) return
  text.textContent = formatCodesFile(name, codes)
  sheet.body.append(text)
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow?.print()
}
