import { Copy, Download, FileText, KeyRound } from 'lucide-react'
import { copyToClipboard } from '../../ui/clipboard.ts'
import { Button } from '../../ui/components/Button.tsx'
import { IconButton } from '../../ui/components/IconButton.tsx'
import type { DeliveredLine } from './contract.ts'
import { type DownloadAccess, fileUrl, useRefreshAfterDownload, useShowCodes } from './hooks.ts'
import { formatBytes } from '../../ui/format.ts'
import { downloadNote } from './labels.rules.ts'

interface DeliveredLinesProps {
  lines: DeliveredLine[]
  access: DownloadAccess
}

/** The lines that were delivered digitally: files to download, codes to show. */
export const DeliveredLines = ({ lines, access }: DeliveredLinesProps) => (
  <ul className="divide-y divide-line">
    {lines.map(line => (
      <li key={line.itemId} className="grid gap-3 py-5 first:pt-0 last:pb-0">
        <h3 className="font-medium">{line.productName}</h3>
        {line.kind === 'FILES' ? (
          <Files line={line} access={access} />
        ) : (
          <Codes line={line} access={access} />
        )}
      </li>
    ))}
  </ul>
)

interface LineProps {
  line: DeliveredLine
  access: DownloadAccess
}

function Files({ line, access }: LineProps) {
  const refresh = useRefreshAfterDownload(access)
  return (
    <>
      <ul className="grid gap-2">
        {line.files.map(({ id, name, bytes }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-inner bg-ink/4 p-3">
            <FileText className="size-5 shrink-0 text-accent-text" strokeWidth={1.5} aria-hidden />
            <span className="grid min-w-0 grow basis-40">
              <span className="text-small font-medium wrap-anywhere">{name}</span>
              <span className="figures text-tiny text-ink-soft">{formatBytes(bytes)}</span>
            </span>
            {line.state === 'AVAILABLE' && (
              <Button asChild variant="secondary" size="sm" className="max-sm:h-11 max-sm:w-full">
                <a href={fileUrl(access, line.itemId, id)} download={name} onClick={refresh}>
                  <Download aria-hidden />
                  Downloaden<span className="sr-only">: {name}</span>
                </a>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="text-small text-ink-soft">{downloadNote(line)}</p>
    </>
  )
}

function Codes({ line, access }: LineProps) {
  const { show, isPending } = useShowCodes(access)
  const { itemId, state, codes, codeCount } = line
  if (state === 'REVOKED') return <p className="text-small text-ink-soft">{downloadNote(line)}</p>
  const isHidden = codes.length < codeCount
  return (
    <>
      {codes.length > 0 && (
        <ul className="grid gap-2">
          {codes.map(code => (
            <Code key={code} code={code} />
          ))}
        </ul>
      )}
      {isHidden && (
        <>
          <p className="text-small text-ink-soft">
            {codeCount === 1 ? 'Je code staat klaar.' : `Je ${codeCount} codes staan klaar.`} Toon ze pas als
            er niemand meekijkt.
          </p>
          <Button
            variant="secondary"
            size="sm"
            className="justify-self-start max-sm:h-11"
            busy={isPending}
            onClick={() => show(itemId)}
          >
            <KeyRound aria-hidden />
            {codeCount === 1 ? 'Toon de code' : 'Toon de codes'}
          </Button>
        </>
      )}
    </>
  )
}

const Code = ({ code }: { code: string }) => (
  <li className="flex items-center gap-3 rounded-inner bg-ink/4 py-1 pr-1 pl-4">
    <code className="min-w-0 grow text-base font-medium wrap-anywhere select-all">{code}</code>
    <IconButton
      icon={Copy}
      label="Kopieer de code"
      onClick={() => void copyToClipboard(code, 'Code gekopieerd', 'Selecteer de code en kopieer ze zelf.')}
    />
  </li>
)
