import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userMessageOf } from '../../../ui/call/call.ts'
import { Card } from '../../../ui/components/Card.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { SettingRow } from '../../../ui/forms/SettingRow.tsx'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { Skeleton } from '../../../ui/components/Skeleton.tsx'
import type { DigitalContent } from './contract.ts'
import { digitalContentQuery, useSetGiftCard } from './hooks.ts'
import { AdminDigitalCodes } from './AdminDigitalCodes.tsx'
import { AdminDigitalFiles } from './AdminDigitalFiles.tsx'
import type { DigitalKind } from '../contract.ts'

/**
 * The content that a digital product delivers: files or codes, and a warning when it is neither. A product that is sent has it only while
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
  { value: 'GIFT_CARD', name: 'Cadeaubon' },
]

function Content({ productId, content }: ContentProps) {
  const { kind, files, codes } = content
  const [chosen, setChosen] = useState<DigitalKind | null>(null)
  const isEmpty = kind === 'CODES' ? codes.forSale === 0 : !files.some(({ readyAt }) => readyAt !== null)
  const isChoosing = isEmpty && kind !== 'GIFT_CARD'
  const shown = (isChoosing ? chosen : null) ?? kind ?? 'FILES'
  return (
    <>
      {isChoosing && kind !== 'CODES' && shown !== 'GIFT_CARD' && (
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
      {isChoosing && (
        <SegmentedControl label="Wat wordt er geleverd?" options={kinds} value={shown} onChange={setChosen} />
      )}
      {shown === 'FILES' && <AdminDigitalFiles productId={productId} content={content} />}
      {shown === 'CODES' && <AdminDigitalCodes productId={productId} content={content} />}
      {shown === 'GIFT_CARD' && <GiftCard productId={productId} isGiftCard={kind === 'GIFT_CARD'} />}
    </>
  )
}

/** Whether each piece is a gift card, which is worth its price. */
function GiftCard({ productId, isGiftCard }: { productId: string; isGiftCard: boolean }) {
  const set = useSetGiftCard(productId)
  return (
    <SettingRow
      name="Dit product is een cadeaubon"
      checked={set.isPending ? (set.variables.isGiftCard ?? isGiftCard) : isGiftCard}
      disabled={set.isPending}
      onChange={checked => set.mutate({ productId, isGiftCard: checked })}
    >
      Elk verkocht stuk is een bon ter waarde van de prijs, van het product of van de gekozen variant. De
      koper zegt wie hem krijgt en wanneer. Acties gelden er niet voor.
    </SettingRow>
  )
}
