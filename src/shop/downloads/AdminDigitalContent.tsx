import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userMessageOf } from '../../ui/call.ts'
import { Card } from '../../ui/components/Card.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { SegmentedControl } from '../../ui/components/SegmentedControl.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import type { DigitalContent } from './admin.contract.ts'
import { digitalContentQuery } from './admin.hooks.ts'
import { AdminDigitalCodes } from './AdminDigitalCodes.tsx'
import { AdminDigitalFiles } from './AdminDigitalFiles.tsx'
import type { DigitalKind } from './contract.ts'

/**
 * What a digital product delivers: files or codes, and a warning when it is neither. A product that is sent has it only while
 * it has files or codes of before, so that they can be removed.
 */
export function AdminDigitalContent({ productId, isDigital }: { productId: string; isDigital: boolean }) {
  const { data: content, error } = useQuery(digitalContentQuery(productId))
  if (!isDigital && (content?.kind ?? null) === null) return null
  return (
    <Card className="grid gap-5 p-5 md:p-6">
      <h2 className="text-subheading font-semibold">Digitale levering</h2>
      {error && <Notice tone="error" title={userMessageOf(error)} />}
      {content ? (
        <Content productId={productId} content={content} />
      ) : (
        !error && <Skeleton className="h-32" />
      )}
    </Card>
  )
}

interface ContentProps {
  productId: string
  content: DigitalContent
}

const kinds: { value: DigitalKind; name: string }[] = [
  { value: 'FILES', name: 'Bestanden' },
  { value: 'CODES', name: 'Codes' },
]

function Content({ productId, content }: ContentProps) {
  const { kind, files, codes } = content
  const [chosen, setChosen] = useState<DigitalKind | null>(null)
  const isEmpty = kind === 'CODES' ? codes.forSale === 0 : !files.some(({ readyAt }) => readyAt !== null)
  const shown = (isEmpty ? chosen : null) ?? kind ?? 'FILES'
  return (
    <>
      {isEmpty && kind !== 'CODES' && (
        <Notice tone="waiting" title="Dit product levert nog niets uit zichzelf">
          Een betaalde bestelling blijft op Betaald staan tot jij levert. Voeg bestanden of codes toe, dan
          gaat het vanzelf.
        </Notice>
      )}
      {isEmpty && kind === 'CODES' && (
        <Notice tone="waiting" title="De codes zijn op">
          Het product is uitverkocht tot je nieuwe codes toevoegt.
        </Notice>
      )}
      {isEmpty && (
        <SegmentedControl label="Wat wordt er geleverd?" options={kinds} value={shown} onChange={setChosen} />
      )}
      {shown === 'FILES' ? (
        <AdminDigitalFiles productId={productId} content={content} />
      ) : (
        <AdminDigitalCodes productId={productId} content={content} />
      )}
    </>
  )
}
