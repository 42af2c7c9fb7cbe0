import { Download, Printer } from 'lucide-react'
import { useShop } from '../../ui/boot.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import type { Order } from './contract.ts'
import { receiptFileName, receiptText } from './receipt.rules.ts'

/** Prints the receipt, or saves it as a text file. */
export function ReceiptButtons({ order }: { order: Order }) {
  const { name: shopName, pricesIncludeVat } = useShop()
  const download = () => {
    const placedAt = formatDateTime(order.createdAt)
    saveText(receiptFileName(order), receiptText(order, { shopName, placedAt, pricesIncludeVat }))
  }
  return (
    <>
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden />
        Printen
      </Button>
      <Button variant="secondary" onClick={download}>
        <Download aria-hidden />
        Downloaden
      </Button>
    </>
  )
}

/** Downloads a file that is made in the browser. */
function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
