/** An address that is wrapped before its @ rather than within a word, where its column is narrow. */
export function EmailAddress({ children }: { children: string }) {
  const at = children.lastIndexOf('@')
  return at < 0 ? (
    children
  ) : (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  )
}
