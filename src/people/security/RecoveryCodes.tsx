import { Copy, Download, Printer } from 'lucide-react'
import { useShop } from '../../ui/page/boot.ts'
import { copyToClipboard } from '../../ui/clipboard.ts'
import { Button } from '../../ui/components/Button.tsx'

/** Shows new recovery codes once, to copy, download or print. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
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
        <Button variant="secondary" size="sm" onClick={() => void copyCodes(codes)}>
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

const copyCodes = (codes: string[]): Promise<void> =>
  copyToClipboard(codes.join('\n'), 'Herstelcodes gekopieerd', 'Download ze, of schrijf ze over.')

/** Prints from an iframe of its own, without the rest of the page. */
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
