/** The number of an order or an invoice: `2026-000123`, `F2026-000123`. */
const aNumber = /[A-Z]{0,3}\d{4}-\d{6,9}/

/** A text in which such a number is not broken at its hyphen. */
export function UnbrokenNumbers({ children }: { children: string }) {
  const found = aNumber.exec(children)
  if (!found) return children
  const [number] = found
  return (
    <>
      {children.slice(0, found.index)}
      <span className="whitespace-nowrap">{number}</span>
      <UnbrokenNumbers>{children.slice(found.index + number.length)}</UnbrokenNumbers>
    </>
  )
}
