import type { ReactNode } from 'react'

/** A text in which the number of an order or an invoice, such as `2026-000123`, is not broken at its hyphen. */
export const UnbrokenNumbers = ({ children }: { children: string }) => <span>{partsOf(children)}</span>

const aNumber = /[A-Z]{0,3}\d{4}-\d{6,9}/

function partsOf(text: string): ReactNode {
  const found = aNumber.exec(text)
  if (!found) return text
  const [number] = found
  return (
    <>
      {text.slice(0, found.index)}
      <span className="whitespace-nowrap">{number}</span>
      {partsOf(text.slice(found.index + number.length))}
    </>
  )
}
