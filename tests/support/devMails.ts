/**
 * The token in the newest letter to `email` that links to `page`, as its reader gets it from a shop without a mail server;
 * null while none has come.
 */
export async function mailedToken(origin: string, email: string, page: string): Promise<string | null> {
  const [newest] = await mailedTokens(origin, email, page)
  return newest ?? null
}

/** All of them, the newest first. */
export async function mailedTokens(origin: string, email: string, page: string): Promise<string[]> {
  const html = await (await fetch(`${origin}/dev/mails`)).text()
  const letters = html.split('<article>').filter(letter => letter.includes(`Aan ${email}<`))
  return letters.flatMap(letter => {
    const link = new RegExp(`${page}\\?token=([\\w-]{43})\\b`).exec(letter)
    return link?.[1] ? [link[1]] : []
  })
}
