/** The files that a way goes through, in order, packages and `wire/` left out; `~` before what is reached over the network or a bus. */
export const ways: Record<string, readonly string[]> = {}
